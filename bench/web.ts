/* npm run bench -- --web: measures how soon each screen opens on a cheap phone with an empty cache. See README.md. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright-core'
import { storageOf } from '../e2e/fixtures/browser.ts'
import { buyer, type Lapak, startLapak } from '../e2e/fixtures/lapak.ts'
import type { PageOpening } from '../e2e/fixtures/page-opening.ts'
import { requireChromium } from '../tools/chromium.ts'
import { fetchTool } from '../tools/fetched-tool.ts'
import { openCold } from './cold-phone.ts'
import { median } from './report.ts'
import { type SlowLine, type Speed, slowLine } from './slow-line.ts'

const lighthouseVersion = '13.5.0'
const file = join(import.meta.dirname, 'results/web.json')

/** The phone and the line of a typical shop counter, with the same values as Lighthouse's mobile profile. */
const speed: Speed = { latencyMs: 150, downPerSecond: (1.6 * 1024 * 1024) / 8, upPerSecond: (750 * 1024) / 8 }
const slowerBy = 4
/** For less than a minute after its start, a new demo creates trades (tools/demo-trade.ts). Open pages reload data at each of these sales. */
const demoTradesMs = 60_000

interface Screen {
  path: string
  lcp_ms: number
  /** The largest contentful paint of the fastest and of the slowest opening, in milliseconds. */
  lcp_range_ms: [number, number]
  /** The largest layout shift of all openings. */
  shift: number
  js_kb: number
  scripts: number
  requests: number
  first_call_after_script_ms: number | null
  calls_twice: string[]
  violations: string[]
  lighthouse: { performance: number; accessibility: number; best_practices: number; benchmark_index: number } | null
}

export interface WebBenchOptions {
  say(text: string): void
  /** If true, each screen is opened once and Lighthouse does not run. */
  quick: boolean
  /** Measures only screens whose path begins with one of these texts; all screens if undefined. */
  paths: string[] | undefined
}

export async function webBench({ say, quick, paths }: WebBenchOptions): Promise<void> {
  const lighthouse = quick ? undefined : fetchTool('lighthouse', ['lighthouse'], lighthouseVersion)
  // A signal to this process also ends the browser.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const lapak = await startLapak()
  let line: SlowLine | undefined
  try {
    line = await slowLine(Number(new URL(lapak.info.address).port), speed)
    const token = await lapak.signIn(buyer)
    await sleep(demoTradesMs)
    const wanted = (await addresses(lapak, token)).filter((path) => !paths || paths.some((begin) => path.startsWith(begin)))
    const screens: Screen[] = []
    for (const path of wanted) {
      const as = path === '/login' ? undefined : token
      const storage = await localStorageOf(lapak, as)
      const openings: PageOpening[] = []
      for (let round = 0; round < (quick ? 1 : 3); round++) openings.push(await openCold(path, { line, slowerBy, storage }))
      screens.push({ ...screenOf(path, openings), lighthouse: lighthouse ? await askLighthouse(lighthouse, lapak, path, as) : null })
      say(lineOf(screens.at(-1) as Screen))
    }
    const machine = { cpus: availableParallelism(), model: cpus()[0]?.model ?? '', load: loadavg()[0] }
    const result = { at: new Date().toISOString(), machine, line: speed, slower_by: slowerBy, screens }
    if (!quick && !paths) await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    line?.close()
    await lapak.stop()
  }
}

/** The entries of the browser's local storage after a sign-in. */
const localStorageOf = async (lapak: Lapak, token: string | undefined) =>
  token ? ((await storageOf(lapak, token)).origins[0]?.localStorage ?? []) : []

/** The paths of the screens that a buyer opens, in the order of use. */
async function addresses(lapak: Lapak, token: string): Promise<string[]> {
  const { content } = await lapak.call<{ content: { sellerid: number }[] }>(token, 'GET', '/api/v1/supplier?size=1')
  const seller = `/supplier/${content[0]?.sellerid}`
  const lists = ['/trxpembelian', '/trxpembelian?tab=produk', '/product', '/cari?cari=telkomsel', '/supplier', seller]
  return ['/login', '/home', ...lists, '/histori', '/tambahsaldo', '/chat', '/profile']
}

function screenOf(path: string, openings: PageOpening[]): Omit<Screen, 'lighthouse'> {
  const times = openings.map(({ lcpMs }) => lcpMs).sort((one, other) => one - other)
  const scripts = openings.map((opening) => opening.scripts)
  const waits = openings.flatMap(({ firstCallMs, firstScriptMs }) => (firstCallMs === undefined ? [] : [firstCallMs - firstScriptMs]))
  const twice = openings.flatMap(({ calls }) => calls.filter((call, at) => calls.indexOf(call) !== at))
  return {
    path,
    lcp_ms: median(times),
    lcp_range_ms: [times[0] ?? 0, times.at(-1) ?? 0],
    shift: Math.max(...openings.map(({ shift }) => shift)),
    js_kb: Math.round(median(scripts.map((all) => all.reduce((sum, { bytes }) => sum + bytes, 0))) / 100) / 10,
    scripts: median(scripts.map((all) => all.length)),
    requests: median(openings.map(({ requests }) => requests)),
    first_call_after_script_ms: waits.length > 0 ? Math.round(median(waits)) : null,
    calls_twice: [...new Set(twice)],
    violations: [...new Set(openings.flatMap(({ violations }) => violations))],
  }
}

interface Judged {
  categories: Record<string, { score: number }>
  /**
   * Lighthouse's index for the speed of the machine during the run: about 1,500 to 2,000 on the desktop machines for which 'four times slower' is a
   * mid-range phone.
   */
  environment: { benchmarkIndex: number }
}

/** Runs Lighthouse with its simulated throttling and returns its scores. */
async function askLighthouse(tools: string, lapak: Lapak, path: string, as: string | undefined): Promise<Screen['lighthouse']> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-lighthouse-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
  })
  try {
    if (as) await signInAs(context, lapak, as)
    const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
    const program = join(tools, 'node_modules/lighthouse/cli/index.js')
    const categories = '--only-categories=performance,accessibility,best-practices'
    // Lighthouse keeps the session in the local storage. The cache is empty because the browser is new.
    const args = [lapak.info.address + path, `--port=${port}`, '--output=json', '--quiet', '--disable-storage-reset', categories]
    const { categories: scores, environment } = JSON.parse(await outputOf([program, ...args])) as Judged
    const scoreOf = (name: string) => Math.round((scores[name]?.score ?? 0) * 100)
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      best_practices: scoreOf('best-practices'),
      benchmark_index: Math.round(environment.benchmarkIndex),
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a URL of the same origin that loads none of the files of the screens, in order to fill the local storage. */
async function signInAs(context: BrowserContext, lapak: Lapak, token: string) {
  const page = await context.newPage()
  await page.goto(`${lapak.info.address}/favicon.svg`)
  for (const { name, value } of await localStorageOf(lapak, token))
    await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  await page.close()
}

function outputOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done(output) : failed(new Error(`lighthouse ended with ${code}`))))
  })
}

function lineOf({ path, lcp_ms, shift, js_kb, scripts, requests, first_call_after_script_ms, lighthouse, ...wrong }: Screen): string {
  const scores = lighthouse ? `  Lighthouse ${Object.values(lighthouse).join('/')}` : ''
  const amiss = [...wrong.calls_twice.map((call) => `twice: ${call}`), ...wrong.violations].join(', ')
  const numbers = `LCP ${lcp_ms} ms  shift ${shift}  ${js_kb} kB in ${scripts} scripts, ${requests} requests  first call ${first_call_after_script_ms ?? '-'} ms`
  return `${path.padEnd(26)} ${numbers}${scores}${amiss && `  ${amiss}`}`
}
