/* Selects the tests for `npm run test:quick`: those nearest to the changes, as many as fit into about three minutes on a slow machine. */
import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Recorded } from './budgets.ts'
import { type PageTable, readPageTable } from './page-table.ts'

const root = join(import.meta.dirname, '../..')
/**
 * Budget in seconds of two workers on the reference machine. It does not include reading the import graph, building the web app and starting Lapak.
 */
const allowance = 120
/** Estimated seconds of a file that is not recorded because it is new or short. */
const usualSeconds: Readonly<Record<string, number>> = { server: 1, page: 4, browser: 20, screens: 60 }

export interface Candidate {
  file: string
  /** The kind of test, which is the name of its Vitest project. */
  kind: string
  /** The number of steps from the changed file; 0 is the changed file itself. */
  distance: number
}

export interface QuickPlan {
  kinds: Map<string, string[]>
  /** Lines to print for the user. */
  lines: string[]
  /** `onPage` is true when the tests need the built web app, `inBrowser` when they need Chromium. */
  onPage: boolean
  inBrowser: boolean
}

export async function planQuick({ since, files }: { since?: string; files: Recorded['files'] }): Promise<QuickPlan> {
  const base = since ?? branchPoint()
  const changed = changedFiles(base)
  const related = await relatedTests(changed)
  const candidates = nearestTests(changed, related, readPageTable())
  const { chosen, left } = withinAllowance(candidates, files)
  const kinds = Map.groupBy(chosen, ({ kind }) => kind)
  return {
    kinds: new Map([...kinds].map(([kind, all]) => [kind, all.map(({ file }) => file)])),
    lines: [
      `${changed.length} files changed since ${base.slice(0, 12)}; ${chosen.length} files of tests are run, the nearest first.`,
      ...(left.length > 0 ? [`Left to \`npm test\`: ${left.length} files that the change may reach as well.`] : []),
    ],
    onPage: chosen.some(({ kind }) => kind !== 'server'),
    inBrowser: kinds.has('browser') || kinds.has('screens'),
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** The commit at which the current branch was created from main; the current commit if there is no main. */
function branchPoint(): string {
  const known = git('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main').split('\n').filter(Boolean)
  return git('merge-base', 'HEAD', known[0] ?? 'HEAD').trim()
}

/** Files that changed in commits since `base`, and in the working tree. */
function changedFiles(base: string): string[] {
  const tracked = git('diff', '--name-only', '--diff-filter=d', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set(`${tracked}\n${added}`.split('\n').filter(Boolean))]
}

/** Tests that import a changed file, directly or indirectly, according to Vitest. */
async function relatedTests(changed: string[]): Promise<Candidate[]> {
  if (changed.length === 0) return []
  const vitest = await createVitest('test', { watch: false, reporters: [], related: changed.map((file) => join(root, file)) })
  try {
    const found = await vitest.getRelevantTestSpecifications()
    return found.map(({ moduleId, project }) => ({
      file: relative(root, moduleId),
      kind: project.name,
      distance: Number.POSITIVE_INFINITY,
    }))
  } finally {
    await vitest.close()
  }
}

/** Lists each test once, with its distance from the nearest change. */
export function nearestTests(changed: string[], related: Candidate[], table: PageTable): Candidate[] {
  const imported = related.map((test) => ({ ...test, distance: Math.min(...changed.map((file) => stepsBetween(test.file, file))) }))
  const opened = changed.flatMap((source) =>
    table.specsFor(source).map(({ spec, pages, addresses }) => ({
      file: spec,
      kind: kindOf(spec),
      distance: isNamedLike(spec, source) ? 1 : pages + addresses,
    })),
  )
  const all = new Map<string, Candidate>()
  for (const test of [...imported, ...opened]) {
    const known = all.get(test.file)
    if (!known || test.distance < known.distance) all.set(test.file, test)
  }
  return [...all.values()].toSorted((one, other) => one.distance - other.distance)
}

/**
 * True when the test file has the name of the feature or page: `e2e/specs/ordering/disputes.e2e.ts` for any file in
 * `web/src/features/ordering/disputes/`, and for `disputes-page.tsx`.
 */
export function isNamedLike(spec: string, source: string): boolean {
  const name = spec.split('/').at(-1)?.split('.')[0]
  return source.split('/').some((part) => part === name || part.split(/\.|-page\./)[0] === name)
}

/** The Vitest project of a test, by the patterns of the projects in vitest.config.ts. */
const kindOf = (spec: string): string => {
  if (spec.endsWith('.page.ts')) return 'page'
  return spec.includes('/screens/') ? 'screens' : 'browser'
}

/** The number of folders to leave and to enter in order to get from the file to the test, plus one. */
export function stepsBetween(test: string, file: string): number {
  if (test === file) return 0
  const [from, to] = [test, file].map((path) => path.split('/').slice(0, -1))
  if (!from || !to) return 0
  const shared = from.findIndex((folder, at) => folder !== to[at])
  const common = shared === -1 ? from.length : shared
  return 1 + (from.length - common) + (to.length - common)
}

/**
 * Chooses tests within the budget, nearest first, and of equally near tests the fastest first. A test that takes too long is skipped, so that later
 * tests may fit.
 */
export function withinAllowance(candidates: Candidate[], files: Recorded['files']): { chosen: Candidate[]; left: Candidate[] } {
  const secondsOf = ({ file, kind }: Candidate) => files[file]?.[1] ?? usualSeconds[kind] ?? 1
  const chosen: Candidate[] = []
  const left: Candidate[] = []
  let spent = 0
  for (const test of candidates.toSorted((one, other) => one.distance - other.distance || secondsOf(one) - secondsOf(other))) {
    const fits = spent + secondsOf(test) <= allowance
    if (fits) spent += secondsOf(test)
    ;(fits ? chosen : left).push(test)
  }
  return { chosen, left }
}
