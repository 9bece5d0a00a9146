/*
 * Selects where each Mantine component is imported from. Components that nearly every page needs first come from `src/lib/mantine`, all other
 * components from Mantine itself. There is no MantineProvider: the theme is the default value of Mantine's contexts, so the theme is loaded with the
 * components that use it. The CSS variables of the theme are computed here, at build time.
 */

import { join } from 'node:path'
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, em, mergeMantineTheme, px } from '@mantine/core'
import type { Plugin } from 'vite'
import { theme } from '../src/ui/theme.ts'

const small = new Set<string>([
  'ActionIcon',
  'Box',
  'Button',
  'CloseButton',
  'Group',
  'PasswordInput',
  'polymorphic',
  'Skeleton',
  'Stack',
  'Text',
  'TextInput',
  'Title',
  'UnstyledButton',
  'VisuallyHidden',
])

const imports = /import \{([^}]*)\} from '@mantine\/core'/

/** Splits an import such as `import { Button, Tabs }` into one import per source module. */
function apart(code: string): string {
  return code.replace(imports, (_, named: string) => {
    const names = named.split(',').flatMap((name) => (name.trim() ? [name.trim()] : []))
    const values = names.filter((name) => !name.startsWith('type '))
    const line = (from: string, of: string[]) => (of.length > 0 ? `import { ${of.join(', ')} } from '${from}'\n` : '')
    return (
      line(
        '#lib/mantine/index.ts',
        values.filter((name) => small.has(name)),
      ) +
      line(
        '@mantine/core',
        values.filter((name) => !small.has(name)),
      )
    )
  })
}

/** The default values of Mantine contexts that have no provider, by the module that creates the context. */
const provided: [end: string, imported: string, value: string][] = [
  [
    '/MantineThemeProvider.mjs',
    `import { theme as ours } from ${JSON.stringify(join(import.meta.dirname, '../src/ui/theme.ts'))}\n`,
    'createContext(/* @__PURE__ */ mergeMantineTheme(DEFAULT_THEME, ours))',
  ],
  [
    '/Mantine.context.mjs',
    '',
    "createContext({ colorScheme: 'auto', classNamesPrefix: 'mantine', withStaticClasses: true, cssVariablesSelector: ':root', getRootElement: () => document.documentElement })",
  ],
]

export function smallMantine(): Plugin {
  return {
    name: 'small-mantine',
    enforce: 'pre',
    transform: {
      filter: {
        id: [/\/web\/src\/.*\.tsx?$/, /@mantine\/core\/esm\/.*\/(MantineThemeProvider|Mantine\.context)\.mjs$/, /\/ui\/theme\.css$/],
      },
      handler(code, id) {
        if (id.endsWith('/ui/theme.css')) return { code: themeStyles(), map: null }
        const [, imported, value] = provided.find(([end]) => id.endsWith(end)) ?? []
        if (value === undefined) return imports.test(code) ? { code: apart(code), map: null } : undefined
        if (!code.includes('createContext(null)')) throw new Error(`${id} is not as it was: see build/small-mantine.ts`)
        return { code: imported + code.replace('createContext(null)', value), map: null }
      },
    },
  }
}

/**
 * The styles that MantineProvider would write: the variables whose values differ from `default-css-variables.css`, and the classes that hide elements
 * by screen width.
 */
function themeStyles(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const [themed, usual] = [defaultCssVariablesResolver(whole), defaultCssVariablesResolver(DEFAULT_THEME)]
  const differing = (of: 'variables' | 'light' | 'dark') =>
    Object.fromEntries(Object.entries(themed[of]).filter(([name, value]) => (usual[of] as Record<string, string>)[name] !== value))
  const hiding = Object.entries(whole.breakpoints).map(([name, width]) => {
    const pixels = px(width) as number
    return `@media (max-width: ${em(pixels - 0.1)}) {.mantine-visible-from-${name} {display: none !important;}}@media (min-width: ${em(pixels)}) {.mantine-hidden-from-${name} {display: none !important;}}`
  })
  return (
    convertCssVariables({ variables: differing('variables'), light: differing('light'), dark: differing('dark') }, ':root') +
    hiding.join('')
  )
}
