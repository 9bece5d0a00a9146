/* What a page asks for until somebody can read it: for the budgets in first-paint.test.ts, and for `npm run bench -- --web`. */
import type { BrowserContext, Page, Request } from 'playwright-core'

interface Fetched {
  /** Address on the server, with its query. */
  path: string
  /** Milliseconds from the begin of the navigation until it was asked for. */
  at: number
  /** Compressed, as it came. */
  bytes: number
}

export interface Opening {
  /** When the largest thing to be seen was there. */
  lcpMs: number
  /** How much of the screen jumped, and how far: Chromium's layout shifts, added up. Below 0.1 counts as calm. */
  shift: number
  /** Scripts that were asked for until the page itself found that its first screen is there (`lib/first-paint.ts`). */
  scripts: Fetched[]
  /** All that was asked for until then, the document included. */
  requests: number
  firstScriptMs: number
  /** The first call; none on pages that ask for nothing. */
  firstCallMs: number | undefined
  /** Calls until the first screen is there, and from the begin to the end of the opening (of these only GETs, where the methods are known). */
  firstCalls: string[]
  calls: string[]
  /** Those that were under way before the program was there, and those of them that it took over. */
  early: { asked: string[]; taken: string[] }
  /** What the policy of the page forbade, as `directive: what`. */
  violations: string[]
}

const isCall = (path: string) => /^\/(?:api|public|oauth)\//.test(path)
const isScript = (path: string) => path.startsWith('/assets/') && path.endsWith('.js')

/** So long nothing new is asked for, and the page has opened. */
const quietMs = 1_500
const opensWithinMs = 60_000

/** What the page itself can tell of its opening, as `readTimes` gives it. */
export interface Times extends Pick<Opening, 'early' | 'violations'> {
  lcp: number
  shift: number
  shown: number
  fetched: Fetched[]
}

/** Before anything else in a page; what Chromium reports as forbidden and survives, no log tells. */
export const violationsNoted = `
  window.violations = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.violations.push(effectiveDirective + ': ' + blockedURI))
`
/** Before the first page of a context. */
export const noteViolations = (context: BrowserContext) => context.addInitScript(violationsNoted)

export const readTimes = `new Promise((done) => {
  let lcp = 0
  let shift = 0
  const paints = new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) lcp = Math.max(lcp, startTime) })
  const shifts = new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value })
  paints.observe({ type: 'largest-contentful-paint', buffered: true })
  shifts.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done({
    lcp,
    shift,
    shown: performance.getEntriesByName('first-screen')[0]?.startTime ?? Infinity,
    early: {
      asked: performance.getEntriesByName('early-asked').flatMap(({ detail }) => detail),
      taken: performance.getEntriesByName('early-taken').map(({ detail }) => detail),
    },
    violations: window.violations,
    fetched: performance.getEntriesByType('resource').map(({ name, startTime, encodedBodySize }) => ({
      path: name.slice(location.origin.length), at: startTime, bytes: encodedBodySize,
    })),
  }), 100)
})`

/** Opens a page in a context of its own, and tells what that took once nothing more is asked for. */
export async function openingOf(page: Page, path: string): Promise<Opening> {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  const quiet = quietOf(page)
  await page.goto(path)
  await quiet()
  const gets = asked.filter((request) => request.method() === 'GET').map((request) => new URL(request.url()))
  return {
    ...openingFrom((await page.evaluate(readTimes)) as Times),
    calls: gets.filter(({ pathname }) => isCall(pathname)).map(({ pathname, search }) => pathname + search),
  }
}

/** The page does not know by which method it asked: its calls are those of every method. */
export function openingFrom({ lcp, shift, shown, early, fetched, violations }: Times): Opening {
  const before = fetched.filter(({ at }) => at <= lcp)
  return {
    lcpMs: Math.round(lcp),
    shift: Math.round(shift * 1000) / 1000,
    scripts: fetched.filter(({ path, at }) => isScript(path) && at <= shown),
    early,
    requests: before.length + 1,
    firstScriptMs: Math.min(...fetched.filter((one) => isScript(one.path)).map(({ at }) => at)),
    firstCallMs: fetched.find((one) => isCall(one.path))?.at,
    firstCalls: fetched.filter(({ path, at }) => isCall(path) && at <= shown).map(({ path }) => path),
    calls: fetched.filter(({ path }) => isCall(path)).map(({ path }) => path),
    violations,
  }
}

/** Watches from now on; what it gives ends once nothing new is asked for. The realtime line never ends, and is not waited for. */
function quietOf(page: Page): () => Promise<void> {
  let last = Date.now()
  const running = new Set<Request>()
  const begins = (request: Request) => {
    if (request.url().includes('/socket.io/')) return
    last = Date.now()
    running.add(request)
  }
  const ends = (request: Request) => {
    if (running.delete(request)) last = Date.now()
  }
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends)
  return async () => {
    for (const begun = Date.now(); Date.now() - begun < opensWithinMs && (running.size > 0 || Date.now() - last < quietMs); )
      await page.waitForTimeout(100)
  }
}
