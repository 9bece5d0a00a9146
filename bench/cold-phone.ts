/*
 * A cheap phone with an empty cache: Chromium over a slow line, with a CPU throttled by four and as little DevTools instrumentation as possible. The
 * `Runtime` and `Network` domains, which Playwright needs, are not enabled: they made every screen half a second slower.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { phone } from '../e2e/fixtures/app.ts'
import {
  type PageOpening,
  type PageTimings,
  readTimingsScript,
  recordViolationsScript,
  toPageOpening,
} from '../e2e/fixtures/page-opening.ts'
import { requireChromium } from '../tools/chromium.ts'
import type { SlowLine } from './slow-line.ts'

export interface PhoneSettings {
  line: SlowLine
  /** How many times slower the CPU of the phone is than that of this machine. */
  slowerBy: number
  /** The entries of the browser's local storage for the origin of the web app. */
  storage: { name: string; value: string }[]
}

/** Device pixels per CSS pixel. */
const devicePixelRatio = 2
/** The wait for a screen, in milliseconds: longer than the slowest screen takes, including the files that it loads afterwards. */
const opensWithinMs = 30_000
const quietMs = 3_000

/** Opens a screen in a new browser, so that nothing is cached from a previous opening. */
export async function openCold(path: string, { line, slowerBy, storage }: PhoneSettings): Promise<PageOpening> {
  const program = requireChromium()
  const folder = await mkdtemp(join(tmpdir(), 'lapak-phone-'))
  // The window has the size of the emulated screen: Chromium never paints the part of a screen that lies below its window, and never reports that
  // paint.
  const window = `--window-size=${phone.width * devicePixelRatio},${phone.height * devicePixelRatio}`
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--lang=id-ID', window]
  const browser = spawn(program, [...args, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The browser gets its own process group, so that all its processes can be killed together. Killing only its main process would leave the others
    // running.
    detached: true,
  })
  const ended = new Promise((done) => browser.once('exit', done).once('error', done))
  const kill = () => killTogether(browser)
  process.once('exit', kill)
  try {
    const page = await devtoolsOf(await addressOf(browser))
    const address = `http://127.0.0.1:${line.port}`
    await page.send('Emulation.setDeviceMetricsOverride', { ...phone, deviceScaleFactor: devicePixelRatio, mobile: true })
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.send('Page.enable', {})
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: recordViolationsScript })
    // Opens a URL of the same origin that loads none of the files of the screens, in order to fill the local storage.
    await page.send('Page.navigate', { url: `${address}/healthz` })
    await page.until(`location.pathname === '/healthz' && document.readyState === 'complete'`)
    for (const { name, value } of storage) await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
    await page.send('Page.navigate', { url: 'about:blank' })
    await page.until(`location.href === 'about:blank'`)
    line.cut()
    await page.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
    await page.send('Page.navigate', { url: address + path })
    await untilQuiet(page)
    return toPageOpening(await page.evaluate<PageTimings>(readTimingsScript))
  } finally {
    kill()
    await ended
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Waits until the screen does not load any more files. It polls twice a second, and only after most screens have opened, because each poll costs the
 * page a millisecond or two.
 */
async function untilQuiet(page: Devtools) {
  await sleep(quietMs)
  let before = -1
  let since = Date.now()
  for (const begun = Date.now(); Date.now() - begun < opensWithinMs && Date.now() - since < quietMs; await sleep(500)) {
    const shown = await page.evaluate<number>(
      `performance.getEntriesByName('first-screen').length && performance.getEntriesByType('resource').length`,
    )
    if (shown > 0 && shown === before) continue
    before = shown
    since = Date.now()
  }
}

function killTogether({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The processes have already ended.
  }
}

function addressOf(browser: ChildProcess): Promise<URL> {
  let output = ''
  return new Promise((done, failed) => {
    browser.stderr?.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /ws:\/\/\S+(?=\s)/.exec(output)?.[0]
      if (address) done(new URL(address))
    })
    browser.once('error', failed)
    browser.once('exit', () => failed(new Error(`Chromium ended: ${output}`)))
  })
}

interface Devtools {
  send(method: string, params: object): Promise<{ result?: { value?: unknown }; exceptionDetails?: object }>
  evaluate<Value>(expression: string): Promise<Value>
  until(expression: string): Promise<void>
}

/** DevTools of the only open page. */
async function devtoolsOf({ host }: URL): Promise<Devtools> {
  const targets = (await (await fetch(`http://${host}/json`)).json()) as { type: string; webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
  await new Promise((done, failed) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', failed)
  })
  const waiting = new Map<number, (answer: { result: object; error?: { message: string } }) => void>()
  const gone = { message: 'Chromium is gone' }
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ result: {}, error: gone })
  })
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number; result: object; error?: { message: string } }
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  const send: Devtools['send'] = (method, params) =>
    new Promise((done, failed) => {
      const id = ++last
      const answered = ({ result, error }: { result: object; error?: { message: string } }) =>
        error ? failed(new Error(`${method}: ${error.message}`)) : done(result)
      if (socket.readyState !== WebSocket.OPEN) return answered({ result: {}, error: gone })
      waiting.set(id, answered)
      socket.send(JSON.stringify({ id, method, params }))
    })
  const evaluate = async <Value>(expression: string) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result?.value as Value
  }
  const until = async (expression: string) => {
    for (const begun = Date.now(); Date.now() - begun < opensWithinMs; await sleep(50))
      if (await evaluate(expression).catch(() => false)) return
    throw new Error(`never: ${expression}`)
  }
  return { send, evaluate, until }
}
