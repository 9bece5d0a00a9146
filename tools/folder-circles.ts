import type { ICruiseResult } from 'dependency-cruiser'

type Modules = ICruiseResult['modules']

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** The folders between which cycles are forbidden: features and channels as a whole, and the subfolders of a feature. */
const levels = [/^server\/src\/((?:contexts\/[^/]+|partner-api)\/[^/]+)\//, /^server\/src\/(contexts\/[^/]+\/[^/]+\/[^/]+)\//]

/**
 * Cycles of imports between folders, including imports of types. Even if single files do not form a cycle, two features that import each other cannot
 * be understood, moved or tested separately.
 */
export const folderCircles = (modules: Modules): string[] =>
  levels.flatMap((level) => circlesOf(folderImports(modules, (file) => level.exec(file)?.[1])))

function circlesOf(imports: Map<string, Map<string, string>>): string[] {
  const circles = new Map<string, string>()
  for (const folder of imports.keys()) {
    const way = wayBack(imports, folder)
    if (way) circles.set([...new Set(way)].sort().join(), formatCycle(imports, way))
  }
  return [...circles.values()]
}

/** For each folder, the folders that it imports, each with one import as an example. */
function folderImports(modules: Modules, folderOf: (file: string) => string | undefined): Map<string, Map<string, string>> {
  const imports = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = folderOf(source)
    if (from === undefined || isTest(source)) continue
    const known = imports.get(from) ?? new Map<string, string>()
    imports.set(from, known)
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (to !== undefined && to !== from) known.set(to, `${source} → ${resolved}`)
    }
  }
  return imports
}

/** The shortest cycle of imports that begins and ends at this folder. */
function wayBack(imports: Map<string, Map<string, string>>, start: string): string[] | null {
  const ways = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of imports.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

const formatCycle = (imports: Map<string, Map<string, string>>, way: string[]): string =>
  [way.join(' → '), ...way.slice(1).map((to, index) => `  ${imports.get(way[index] ?? '')?.get(to) ?? ''}`)].join('\n')
