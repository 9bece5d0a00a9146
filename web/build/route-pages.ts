/* Maps paths to page modules, read from the route declarations (src/routes/routes.tsx, administration.tsx). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const sources = join(import.meta.dirname, '../src/')
const declarations = ['routes/routes.tsx', 'routes/administration.tsx']

export interface RoutePage {
  /** For example `/supplier/$id`; undefined for a layout route without a path. */
  path: string | undefined
  module: string
  /** Whether the page is shown inside the frame of signed-in members. */
  inFrame: boolean
  /** Whether the page is for administrators, so that few members open it. */
  ofFew: boolean
}

const imported = /import\('#(routes\/[\w-]+\.tsx)'\)/

/** The module of the frame around all pages behind the sign-in. */
export let frameModule = ''

function pagesIn(file: string): RoutePage[] {
  const text = readFileSync(join(sources, file), 'utf8')
  const named = new Map([...text.matchAll(/const (\w+) = \w+\(\(\) => import\('#([^']+)'\)/g)].map(([, name, path]) => [name, path]))
  return text
    .split('createRoute({')
    .slice(1)
    .flatMap((declared) => {
      const parent = /getParentRoute: \(\) => (\w+)/.exec(declared)?.[1]
      const component = /component: ([\s\S]*?)\n?\s*\}\)/.exec(declared)?.[1] ?? ''
      const module = imported.exec(component)?.[1] ?? named.get(/^\w+/.exec(component)?.[0] ?? '')
      if (!module) return []
      const path = /\bpath: '([^']+)'/.exec(declared)?.[1]
      if (path === undefined) frameModule = join(sources, module)
      return [{ path, module: join(sources, module), inFrame: parent !== 'rootRoute', ofFew: file !== declarations[0] }]
    })
}

export const routePages: readonly RoutePage[] = declarations.flatMap(pagesIn)
