/*
 * Nearly every page needs some components of Mantine. The web app has its own versions of them (web/src/lib/mantine) with Mantine's markup, so that
 * Mantine's styles apply. This test compares the two versions, and checks that every prop that pages use is supported.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type ESTree, type Plugin, parseSync, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

const web = join(import.meta.dirname, '../web')
// Imported by a path that TypeScript does not resolve: otherwise the types of React would change the document types of e2e tests.
const { smallMantine } = (await import(join(web, 'build/small-mantine.ts'))) as { smallMantine: () => Plugin }

type Props = Record<string, unknown>
interface Page {
  /** The markup of a component with these props. */
  shown(part: string, props: Props): string
}

const entry = (from: string) => `
  import { createElement } from 'react'
  import { renderToStaticMarkup } from 'react-dom/server.browser'
  import * as parts from '${from}'
  import { MantineProvider } from '@mantine/core'
  import { theme } from '${web}/src/ui/theme.ts'
  export const shown = (part, props) => renderToStaticMarkup(
    createElement(MantineProvider, { theme, withCssVariables: false, withGlobalClasses: false }, createElement(parts[part], props)))
`

async function pageWith(from: string): Promise<Page> {
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [
      smallMantine(),
      {
        name: 'all',
        resolveId: (id) => (id === 'all' ? join(web, 'src/all.ts') : null),
        load: (id) => (id.endsWith('src/all.ts') ? entry(from) : null),
      },
    ],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // Renders on the server, without a browser.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: 'all', preserveEntrySignatures: 'strict' } },
  })
  const chunk = (built as Rolldown.RolldownOutput).output.find((one) => one.type === 'chunk')
  const place = mkdtempSync(join(tmpdir(), 'lapak-page-mantine-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  writeFileSync(join(place, 'page.mjs'), chunk?.code ?? '')
  return (await import(join(place, 'page.mjs'))) as Page
}

/**
 * Intended differences from Mantine: a style of the web app orients the loader, and the cross icon is hidden from screen readers, because they read
 * the text of the button.
 */
const ofOurs = (name: string, classes: string[], key: string) =>
  (classes.some((one) => one.endsWith('-loader')) && (key === 'style' || key === 'data-from')) || (name === 'svg' && key === 'aria-hidden')

/** The web app uses a colour variable where Mantine has a colour value. */
const pressed = ['rgba(252, 252, 252, 1)', 'var(--lapak-white-pressed)'] as const
/** Mantine's eye icon contains this invisible path; that of the web app does not. */
const nothing = '<path fill="none" d="M0 0h256v256H0z"></path>'

/** Each element with its attributes, classes and styles in sorted order. */
const inOrder = (markup: string) =>
  markup.replaceAll(/<(\w+)((?: [\w:-]+="[^"]*")*)\/?>/g, (_, name: string, attributes: string) => {
    const entries = [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value] as const)
    const classes = (entries.find(([key]) => key === 'class')?.[1] ?? '').split(' ')
    const all = entries.flatMap(([key, value]) => {
      const parts = [...new Set(key === 'style' ? value.split(';') : value.split(/\s+/))].filter(
        (part) => part && !part.startsWith('_comes_'),
      )
      if (ofOurs(name, classes, key) || (parts.length === 0 && (key === 'class' || key === 'style'))) return []
      return [`${key}="${(key === 'class' || key === 'style' ? parts.sort() : parts).join(key === 'style' ? ';' : ' ')}"`]
    })
    return `<${[name, ...all.sort()].join(' ')}>`
  })

const colors = [undefined, 'orange', 'red', 'gray', 'green', 'blue']
const looks = [undefined, 'filled', 'light', 'subtle', 'default', 'white', 'transparent']
const everyLook = colors.flatMap((color) => looks.map((variant) => ({ color, variant })))

/** Style props that every component accepts. */
const styles: Props[] = [
  { m: 12, p: '8px 12px', display: 'inline-flex', w: 90, miw: 0, maw: 380 },
  { mt: 'xs', mb: 4, ml: 'auto', mr: 8, c: 'dimmed', fz: 'sm', fw: 650 },
  { mx: 'md', my: 6, px: 0, py: 'md', pl: 'md', bg: 'orange.0', c: 'red.8', ta: 'center' },
  { c: 'red', fz: 13, ff: 'monospace', h: 'auto', mih: 44, bg: 'red', hiddenFrom: 'sm', visibleFrom: 'xs' },
  { style: { alignSelf: 'center' }, className: 'ours', id: 'it', 'data-said': true, 'aria-label': 'Kata', role: 'status' },
]
const sizes = [undefined, 'xs', 'sm', 'md', 'lg', 44]
const labels = { label: 'Nomor', description: 'Penjelasan', error: 'Salah' }
const fields: Props[] = [
  {},
  { label: 'Nomor' },
  labels,
  { ...labels, required: true, inputWrapperOrder: ['label', 'input', 'error', 'description'] },
  { ...labels, withAsterisk: false, required: true, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
  { error: true, disabled: true, variant: 'filled', placeholder: 'Isi', maxLength: 4, defaultValue: 'a', mt: 4 },
  { leftSection: '<', rightSection: '>', leftSectionPointerEvents: 'all', rightSectionPointerEvents: 'all', rightSectionWidth: 80 },
  {
    classNames: { input: 'a', label: 'b', root: 'c' },
    className: 'd',
    wrapperProps: { 'data-field': true },
    style: { flex: 1 },
    label: 'x',
  },
  { label: 'x', inputContainer: (field: unknown) => [field, 'beside'], name: 'n', type: 'tel', autoComplete: 'off', readOnly: true },
].map((props) => ({ id: 'feld', ...props }))

const used: Record<string, Props[]> = {
  Box: styles,
  Text: [...sizes.map((size) => ({ size })), { truncate: true, span: true }, { inherit: true, lineClamp: 3, component: 'code' }, ...styles],
  Title: [1, 2, 3].flatMap((order) => [{ order }, { order, size: 'h3' }, { order, size: 'h5', mb: 8 }]),
  Stack: [...['xs', 'md', 8, 0].map((gap) => ({ gap })), { align: 'flex-start', component: 'ul', justify: 'center' }, ...styles],
  Group: [
    ...['xs', 8, '8px 12px'].map((gap) => ({ gap })),
    { grow: true, justify: 'center', wrap: 'nowrap', align: 'flex-end', children: ['a', null, false, 'b'] },
    ...styles,
  ],
  Skeleton: [{}, { height: 44, width: '55%', radius: 12 }, { height: 36, circle: true, component: 'span', display: 'inline-block', my: 4 }],
  VisuallyHidden: [{}, { component: 'div', role: 'status' }],
  UnstyledButton: [{}, ...styles, { disabled: true, type: 'submit' }],
  Button: [
    ...everyLook,
    ...['xs', 'sm', 'md', 'compact-sm', 'compact-md'].map((size) => ({ size, radius: 'xl' })),
    { loading: true },
    { loading: false, disabled: true, fullWidth: true, type: 'submit' },
    {
      leftSection: '<',
      rightSection: '>',
      classNames: { root: 'a', label: 'b', section: 'c' },
      styles: { label: { whiteSpace: 'normal' } },
    },
    { component: 'a', href: '/x', target: '_blank', 'data-autofocus': true },
    {
      renderRoot: ({ children, ...props }: Props & { className: string }) =>
        `${JSON.stringify(props.className.split(' ').sort())}${typeof children}`,
    },
    ...styles,
  ],
  ActionIcon: [...everyLook, ...sizes.map((size) => ({ size })), { loading: true }, { disabled: true, type: 'submit' }, ...styles],
  CloseButton: [{}, { size: 44, iconSize: 22 }, { size: 'sm', disabled: true, className: 'ours' }],
  TextInput: [...fields, ...['xs', 'sm', 'md'].flatMap((size) => fields.map((field) => ({ ...field, size })))],
  PasswordInput: fields.map((field) => ({ ...field, visibilityToggleButtonProps: { 'aria-label': 'Tampilkan PIN' } })),
}

test('the components that the web app has instead of those of Mantine have the same markup', async () => {
  const [ours, theirs] = await Promise.all([pageWith('#lib/mantine/index.ts'), pageWith('@mantine/core')])
  for (const [part, given] of Object.entries(used))
    for (const props of given) {
      const all = { children: /Input|Skeleton|Close/.test(part) ? undefined : 'Kata', ...props }
      expect.soft(inOrder(ours.shown(part, all)), `${part} ${JSON.stringify(props)}`).toBe(
        inOrder(
          theirs
            .shown(part, all)
            .replace(nothing, '')
            .replace(...pressed),
        ),
      )
    }
}, 120_000)

/** Props of a component that are not HTML attributes. */
const own: Record<string, string[]> = {
  Text: ['truncate', 'span', 'inherit', 'lineClamp'],
  Title: ['order'],
  Stack: ['gap', 'align', 'justify'],
  Group: ['gap', 'align', 'justify', 'wrap', 'grow'],
  Skeleton: ['height', 'width', 'radius', 'circle'],
  Button: ['color', 'radius', 'loading', 'leftSection', 'rightSection', 'fullWidth', 'classNames', 'styles'],
  ActionIcon: ['color', 'radius', 'loading'],
  CloseButton: ['iconSize'],
  TextInput: Object.keys(Object.assign({}, ...fields)),
  PasswordInput: [...Object.keys(Object.assign({}, ...fields)), 'visibilityToggleButtonProps'],
}
const ofAll = ['className', 'style', 'component', 'renderRoot', 'hiddenFrom', 'visibleFrom', 'variant', 'size', 'children', 'key', 'ref']
const ofHtml =
  /^(on[A-Z]\w+|(aria|data)-[\w-]+|id|title|type|role|href|target|rel|name|value|disabled|tabIndex|autoFocus|autoComplete|autoCapitalize|inputMode|enterKeyHint|maxLength|placeholder|readOnly|spellCheck|required)$/

interface Use {
  part: string
  prop: string
  /**
   * True for a value by screen width, such as `{ base: 8, sm: 16 }`. Such values belong in style modules: as a prop, they create a style rule on each
   * render.
   */
  byWidth: boolean
}

/** The name of the component; for `<Table.Td>` it is `Table`. */
const partOf = (name: ESTree.JSXElementName): string | undefined =>
  name.type === 'JSXMemberExpression' && name.object.type === 'JSXIdentifier'
    ? name.object.name
    : name.type === 'JSXIdentifier'
      ? name.name
      : undefined

function usesIn(node: unknown, found: Use[]) {
  if (typeof node !== 'object' || node === null) return
  const { type, name, attributes } = node as ESTree.JSXOpeningElement
  const part = type === 'JSXOpeningElement' && partOf(name)
  if (part)
    for (const one of attributes)
      if (one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier') {
        const byWidth = one.value?.type === 'JSXExpressionContainer' && one.value.expression.type === 'ObjectExpression'
        found.push({ part, prop: one.name.name, byWidth })
      }
  for (const inside of Object.values(node)) usesIn(inside, found)
}

/** All style props of Mantine. Imported by a path that TypeScript does not resolve, for the same reason as above. */
const { STYlE_PROPS_DATA: ofMantine } = (await import(join(web, '../node_modules/@mantine/core/esm/index.mjs'))) as {
  STYlE_PROPS_DATA: object
}
/** Further props that every Mantine component accepts. */
const ofEvery = ['hiddenFrom', 'visibleFrom', 'lightHidden', 'darkHidden', 'mod']

test('the components that the web app has instead of those of Mantine support every prop that pages pass to them', () => {
  const styleProps = [...readFileSync(join(web, 'src/lib/mantine/box.tsx'), 'utf8').matchAll(/^ {2}\['(\w+)', '\w+', /gm)].map(
    ([, name]) => name,
  )
  expect(styleProps).toContain('maw')
  const missing = globSync('src/**/*.tsx', { cwd: web }).flatMap((file) => {
    const text = readFileSync(join(web, file), 'utf8')
    const namesFrom = (place: string) =>
      [...text.matchAll(new RegExp(`import \\{([^}]*)\\} from '${place}`, 'g'))].flatMap(([, names = '']) => names.split(/[\s,]+/))
    const [parts, ofOurs] = [namesFrom('@mantine/core').filter((name) => name in used), namesFrom('#ui/')]
    const isUnknown = ({ part, prop, byWidth }: Use) => {
      // Components of the web app pass their style props on to these components.
      if ([...parts, ...ofOurs].includes(part) && (prop in ofMantine || ofEvery.includes(prop)))
        return byWidth || ![...styleProps, ...ofAll].includes(prop)
      return parts.includes(part) && ![...ofAll, ...(own[part] ?? [])].includes(prop) && !ofHtml.test(prop)
    }
    const found: Use[] = []
    usesIn(parseSync(file, text).program, found)
    return found.filter(isUnknown).map(({ part, prop }) => `${file}: ${part} ${prop}`)
  })
  expect(missing).toEqual([])
}, 60_000)
