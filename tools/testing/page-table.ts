/*
 * Maps a source file to the page tests and browser tests that open a page which contains it. These tests use the built web app, so Vitest's import
 * graph does not contain the sources. The table is built from the declarations of the routes, the imports of the pages, and the URL paths in the
 * tests.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type RoutePage, routePages } from '../../web/build/route-pages.ts'

const root = join(import.meta.dirname, '../..')
/** A module that imports a route by name imports all routes through these files, so these imports give no information about a page. */
const routing = ['web/src/routes/routes.tsx', 'web/src/routes/administration.tsx', 'web/src/routes/router.ts']

export interface SpecOpening {
  spec: string
  /** The number of pages that contain the source. If all pages contain it, no test is specific to it. */
  pages: number
  /** The number of different paths, of any page, that the test opens. */
  addresses: number
}

export interface PageTable {
  specsFor(source: string): SpecOpening[]
}

export function readPageTable(): PageTable {
  const specs = globSync('e2e/specs/**/*.{page,e2e}.ts', { cwd: root }).map((spec) => ({
    spec,
    text: readFileSync(join(root, spec), 'utf8'),
  }))
  const pages = routePages
    .filter((page): page is RoutePage & { path: string } => page.path !== undefined)
    .map(({ path, module }) => ({
      sources: sourcesOf(relative(root, module)),
      opening: specs.filter(({ text }) => opensRoute(text, path)).map(({ spec }) => spec),
    }))
  return {
    specsFor(source) {
      if (!source.startsWith('web/') && !source.startsWith('contract/')) return []
      const parts = pages.filter(({ sources }) => sources.has(source))
      // A source that no page imports, such as main.tsx or a common style, counts as a part of every page.
      const touched = parts.length > 0 || source.startsWith('contract/') ? parts : pages
      const opening = new Set(touched.flatMap((page) => page.opening))
      return [...opening].map((spec) => ({
        spec,
        pages: touched.length,
        addresses: pages.filter((page) => page.opening.includes(spec)).length,
      }))
    },
  }
}

/** True when a string in the test contains the path of a route with values: `/supplier/${seller.id}?tab=ulasan` for the route `/supplier/$id`. */
export function opensRoute(test: string, path: string): boolean {
  const parts = path.split('/').map((part) => (part.startsWith('$') ? '(?:\\$\\{[^}]+\\}|[^/\'"`?#\\s]+)' : part))
  return new RegExp(`['"\`]${parts.join('/')}(?=['"\`?#])`).test(test)
}

/** The module of the page and all its static and dynamic imports. */
function sourcesOf(module: string): Set<string> {
  const seen = new Set([module])
  for (const file of seen) for (const imported of importsOf(file)) if (!routing.includes(imported)) seen.add(imported)
  return seen
}

const known = new Map<string, string[]>()

function importsOf(file: string): string[] {
  const found = known.get(file) ?? (/\.tsx?$/.test(file) ? importsIn(readFileSync(join(root, file), 'utf8'), file) : [])
  known.set(file, found)
  return found
}

function importsIn(text: string, file: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)
  return specifiers
    .map((specifier) => placeOf(specifier, file))
    .filter((place) => place !== null && existsSync(join(root, place))) as string[]
}

function placeOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('#')) return `web/src/${specifier.slice(1)}`
  if (specifier.startsWith('@lapak/contract/')) return `contract/src/${specifier.slice('@lapak/contract/'.length)}.ts`
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null
}
