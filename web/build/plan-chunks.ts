/*
 * Decides which modules are bundled into the same file. By default the bundler creates one file per set of entries that share modules, which is about
 * a hundred requests for one page on a slow network. Therefore a first build finds these parts and the entries that need each part; the parts are
 * then merged as long as a merge reduces the total cost of opening the pages. No part is listed by hand: a new page or dialog changes the plan
 * automatically (ADR 0062).
 */
import { gzipSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { frameModule, type RoutePage, routePages } from './route-pages.ts'

/** The cost of one more file for a page, expressed as the number of bytes that take equally long to load: headers, queueing, worse compression. */
const fileCosts = 5_000
/**
 * Weights of entries: the home page; the page that needs the most files apart from the home page; pages that are opened first or all day; pages that
 * are opened every day; other pages of buyers; pages that few members open; modules that are loaded after the page.
 */
const weights = { home: 30, manifold: 16, first: 8, daily: 4, page: 1, ofFew: 0.2, later: 0.05 }
const firstPages = ['/login', '/trxpembelian', '/product', '/supplier', '/supplier/$id', '/cari']
const manifoldPages = ['/profile']
const dailyPages = ['/tambahsaldo', '/chat', '/histori']
/** A tab that is weighted like a page, and the page that contains the tab. */
const dailyTabs = [{ tab: '/routes/buying-list-tab.tsx', page: '/routes/purchases-page.tsx' }]

interface Part {
  modules: string[]
  bytes: number
  imports: number[]
}

interface Entry {
  weight: number
  /** Indexes of the parts that this entry must load. */
  needs: Set<number>
}

export type ChunkPlan = ReadonlyMap<string, string>

export async function planChunks(config: InlineConfig): Promise<ChunkPlan> {
  const chunks = await partsOf(config)
  const numbers = new Map<string, number>(chunks.map(({ fileName }, number) => [fileName, number]))
  const parts = chunks.map<Part>(({ code, modules, imports }) => ({
    modules: Object.keys(modules),
    bytes: gzipSync(code).length,
    imports: imports.map((file) => numbers.get(file)).filter((number) => number !== undefined),
  }))
  const groups = mergedParts(parts, entriesOf(chunks, parts), (number) => {
    const { facadeModuleId, isEntry } = chunks[number] ?? {}
    return facadeModuleId === null || isEntry === true || facadeModuleId === frameModule || isHome(facadeModuleId)
  })
  return new Map(
    groups.flatMap((group, number) => group.flatMap((part) => (parts[part]?.modules ?? []).map((id) => [id, `shared-${number}`] as const))),
  )
}

/** Runs the first build, whose files are not written. */
async function partsOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, reportCompressedSize: false },
  })
  return (built as Rolldown.RolldownOutput).output.filter((one) => one.type === 'chunk')
}

function closureOf(parts: Part[], from: Iterable<number>): Set<number> {
  const reached = new Set<number>()
  const visit = (number: number) => {
    if (reached.has(number)) return
    reached.add(number)
    for (const next of parts[number]?.imports ?? []) visit(next)
  }
  for (const number of from) visit(number)
  return reached
}

/** Modules that the sign-in page loads after its first screen, while the frame is not loaded yet. */
const beforeSignIn = ['/routes/deferred-ui.tsx', '/features/auth/access/social-sign-in.tsx']
const isBeforeSignIn = (module: string | null) => beforeSignIn.some((end) => module?.endsWith(end))

const opens = (addresses: string[], opened: string | null | undefined) =>
  routePages.some(({ module, path = '' }) => module === opened && addresses.includes(path))
const isHome = (module: string | null | undefined) => opens(['/home'], module)

function weightOf(page: RoutePage): number {
  if (page.ofFew) return weights.ofFew
  if (isHome(page.module)) return weights.home
  if (opens(manifoldPages, page.module)) return weights.manifold
  return opens(firstPages, page.module) ? weights.first : opens(dailyPages, page.module) ? weights.daily : weights.page
}

/** A page needs its own parts, the start files, and the frame around the page. */
function entriesOf(chunks: Rolldown.OutputChunk[], parts: Part[]): Entry[] {
  const of = (module: string) => chunks.findIndex(({ facadeModuleId }) => facadeModuleId === module)
  const holderOf = (page: string) => chunks.findIndex(({ facadeModuleId }) => facadeModuleId?.endsWith(page))
  const start = chunks.findIndex(({ isEntry }) => isEntry)
  const frame = of(frameModule)
  const pages = new Map(routePages.map((page) => [page.module, page]))
  return chunks.flatMap(({ facadeModuleId, isEntry, isDynamicEntry }, number) => {
    if (!isEntry && !isDynamicEntry) return []
    const page = pages.get(facadeModuleId ?? '')
    const tab = dailyTabs.find((one) => facadeModuleId?.endsWith(one.tab))
    if (tab) return [{ weight: weights.daily, needs: closureOf(parts, [start, frame, holderOf(tab.page), number]) }]
    const weight = isEntry ? 0 : isBeforeSignIn(facadeModuleId) ? weights.first : page ? weightOf(page) : weights.later
    const around = isEntry || (page && !page.inFrame) || isBeforeSignIn(facadeModuleId) ? [start] : [start, frame]
    return [{ weight, needs: closureOf(parts, [...around, number]) }]
  })
}

/**
 * Repeatedly merges the two groups whose merge has the largest gain, until no merge has a gain. The file of an entry is not merged, except the
 * entries of the start, the frame and the home page.
 */
function mergedParts(parts: Part[], entries: Entry[], isShared: (number: number) => boolean): number[][] {
  const groups = new Map<number, number[]>()
  for (const number of parts.keys()) if (isShared(number)) groups.set(number, [number])
  const bytes = parts.map((part) => part.bytes)
  const needs = entries.map((entry) => ({ weight: entry.weight, groups: new Set(entry.needs) }))
  const next = parts.map(({ imports }) => new Set(imports))

  const gain = (one: number, other: number) => {
    let sum = 0
    for (const { weight, groups: needed } of needs) {
      const [first, second] = [needed.has(one), needed.has(other)]
      if (first && second) sum += weight * fileCosts
      else if (first) sum -= weight * (bytes[other] ?? 0)
      else if (second) sum -= weight * (bytes[one] ?? 0)
    }
    return sum
  }
  /** Whether a merge would create circular imports between files, which would be executed in an unpredictable order. */
  const leadsBack = (from: number, to: number) => {
    const seen = new Set<number>()
    const visit = (number: number): boolean => {
      if (number === to) return true
      if (seen.has(number)) return false
      seen.add(number)
      return [...(next[number] ?? [])].some(visit)
    }
    return [...(next[from] ?? [])].some((number) => number !== to && visit(number))
  }
  const merge = (one: number, other: number) => {
    groups.set(one, [...(groups.get(one) ?? []), ...(groups.get(other) ?? [])])
    groups.delete(other)
    bytes[one] = (bytes[one] ?? 0) + (bytes[other] ?? 0)
    for (const entry of needs) if (entry.groups.delete(other)) entry.groups.add(one)
    for (const number of next[other] ?? []) next[one]?.add(number)
    for (const imports of next) if (imports.delete(other)) imports.add(one)
    next[one]?.delete(one)
    next[other]?.clear()
  }

  const gains = new Map<number, Map<number, number>>()
  const weigh = (one: number) => {
    for (const other of groups.keys()) {
      if (other === one) continue
      const [low, high] = one < other ? [one, other] : [other, one]
      const of = gains.get(low) ?? new Map<number, number>()
      gains.set(low, of.set(high, gain(low, high)))
    }
  }
  for (const one of groups.keys()) weigh(one)
  for (;;) {
    let best: { one: number; other: number; gain: number } | undefined
    for (const [one, others] of gains)
      for (const [other, worth] of others) if (worth > (best?.gain ?? 0)) best = { one, other, gain: worth }
    if (!best) break
    const { one, other } = best
    if (leadsBack(one, other) || leadsBack(other, one)) {
      gains.get(one)?.delete(other)
      continue
    }
    merge(one, other)
    gains.delete(other)
    for (const others of gains.values()) others.delete(other)
    weigh(one)
  }
  return [...groups.values()]
}
