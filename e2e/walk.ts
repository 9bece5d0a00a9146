/* A browser with somebody in front of it, who notices whatever goes wrong on the way. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
  type ViewportSize,
} from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { requireChromium } from '../scripts/chromium.ts'
import { buyer, giveLapakBack, type Lapak, type OwnLapak, password, startLapak, takeLapak } from './lapak.ts'

export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
export const desk = { width: 1280, height: 900 }
/**
 * A walk is walked at 390 and at 1280 px where something is done in another way there. Where it is not, other widths are only looked at:
 * from the phone, or a tablet from the desk.
 */
export const between = (viewport: ViewportSize) => (viewport === desk ? tablet : undefined)

let opened: Promise<Browser> | null = null

/** One for all files of a worker, with which it ends: each walk has a context of its own. */
const openBrowser = (): Promise<Browser> => {
  opened ??= chromium.launch({
    executablePath: requireChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return opened
}

/** What the walks of a file need: a Lapak that is theirs alone until they are done, and a browser. */
export async function setOut(): Promise<{ lapak: Lapak; browser: Browser }> {
  const [lapak, browser] = await Promise.all([takeLapak(), openBrowser()])
  afterAll(() => giveLapakBack(lapak))
  return { lapak, browser }
}

/** For walks that change what belongs to everybody: a Lapak with these settings that goes when they are done. */
export async function setOutAlone(settings?: Record<string, string>): Promise<{ lapak: OwnLapak; browser: Browser }> {
  const [lapak, browser] = await Promise.all([startLapak(settings), openBrowser()])
  afterAll(() => lapak.stop())
  return { lapak, browser }
}

/** Generous: what takes moments takes many times as long on a busy machine, and waiting ends with the event. */
const patienceMs = 45_000

export interface Walk {
  page: Page
  /** What the page asked the server for: `GET /api/v1/user/balance` and the like. */
  asked(method: string, path: string): Request[]
  /** Nothing of the page broke a rule for accessibility, and nothing runs out of it sideways; nor is it so at `others`. */
  look(name: string, ...others: (ViewportSize | undefined)[]): Promise<void>
  /** Ends it; fails when the page complained on the way. Answers of these statuses were meant to come. */
  end(meant?: { statuses?: number[]; errors?: RegExp }): Promise<void>
}

/** `as` is the token of somebody who is signed in from the start. */
export async function walk(
  browser: Browser,
  lapak: Lapak,
  { as, ...options }: BrowserContextOptions & { as?: string } = {},
): Promise<Walk> {
  const context = await browser.newContext({
    viewport: desk,
    // Nothing to wait for between two steps.
    reducedMotion: 'reduce',
    locale: 'id-ID',
    // What a worker keeps would hide what a walk asks the server for; `installable.test.ts` lets it be.
    serviceWorkers: 'block',
    baseURL: lapak.info.address,
    storageState: as ? await keptSession(lapak, as) : undefined,
    ...options,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints: string[] = []
  const statuses: number[] = []
  const requests: Request[] = []
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a refused answer; which ones were meant is for the test to say.
    if (message.text().startsWith('Failed to load resource')) return
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => requests.push(request))
  page.on('response', (response) => {
    if (response.status() >= 400) statuses.push(response.status())
  })
  return {
    page,
    asked: (method, path) => requests.filter((request) => request.method() === method && new URL(request.url()).pathname === path),
    async look(name, ...others) {
      await looksRight(page, name)
      const usual = page.viewportSize()
      for (const other of others.filter((size) => size !== undefined)) {
        await page.setViewportSize(other)
        await looksRight(page, `${name}, ${other.width} px wide`)
      }
      if (usual) await page.setViewportSize(usual)
    },
    async end({ statuses: meant = [], errors } = {}) {
      // A page that was told something asks again at any time, also when the walk has seen all it wanted.
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
      expect(complaints.filter((complaint) => !errors?.test(complaint))).toEqual([])
      expect(statuses.filter((status) => !meant.includes(status))).toEqual([])
    },
  }
}

const openDialog = '[role="dialog"][aria-modal="true"]'

/** The button that moves money stands still for a moment; what changes its colours has others meanwhile, as rows have whose successors are on their way. */
const atRest = `!document.querySelector('[data-settling], [data-stale]') &&
  document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running')`

/** Each document is given it anew: in its short form, which is less to send and to read, and has the same rules. */
const axeScript = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

async function looksRight(page: Page, name: string) {
  await page.waitForTimeout(100)
  await expect.poll(() => page.evaluate(atRest), { message: `${name} comes to rest` }).toBe(true)
  // Read once by each document; ';' stands for nothing more to read.
  const axeSource = (await page.evaluate('"axe" in window')) ? ';' : axeScript
  const axe = new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    // What passes is not looked at, and takes as long to write down. Style sheets are not read once more: no rule of ours asks how a phone is held.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  // What is behind a dialog cannot be reached, and was looked at before.
  if ((await page.locator(openDialog).count()) > 0) axe.include(openDialog)
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    `axe on ${name}`,
  ).toEqual([])
  // After another width the page is laid out anew, which takes a busy machine a moment.
  await expect.poll(() => page.evaluate(beyond), { message: `${name} runs out sideways`, timeout: 5_000 }).toEqual([])
}

/** What makes the page wider than what is shown of it, its text too; nothing is beyond that a box around it cuts off. */
const beyond = `document.documentElement.scrollWidth <= innerWidth ? [] : [
  document.documentElement.scrollWidth + ' of ' + innerWidth + ' px',
  ...[...document.querySelectorAll('body *')]
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      const { overflowX, position } = getComputedStyle(one)
      if (Math.max(right, overflowX === 'visible' ? left + one.scrollWidth : 0) <= innerWidth + 1) return false
      for (let box = position === 'absolute' ? one.offsetParent : one.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return false
      return true
    })
    .slice(-5)
    .map((one) => one.outerHTML.slice(0, 160)),
]`

/** The browser's storage as signing in leaves it. */
export async function keptSession(lapak: Lapak, token: string) {
  const user = await lapak.call<object>(token, 'GET', '/api/v1/user')
  const session = { name: 'lapak.session', value: JSON.stringify({ token, user }) }
  return { cookies: [], origins: [{ origin: lapak.info.address, localStorage: [session] }] }
}

/** Opens a page and waits until the server has accepted its realtime line, by whichever of its two ways. Returns what the line says, as it comes. */
export async function openOnLine({ page }: Walk, path: string): Promise<readonly string[]> {
  const heard: string[] = []
  const accepted = Promise.withResolvers<void>()
  const hear = (said: string | Buffer) => {
    heard.push(said.toString())
    if (said.toString().includes('"logonok"')) accepted.resolve()
  }
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => hear(payload)))
  page.on('response', (response) => {
    // What is cut off when a page goes says nothing.
    if (response.url().includes('/socket.io/')) void response.text().then(hear, () => undefined)
  })
  await page.goto(path)
  await accepted.promise
  return heard
}

export async function fillLogin(page: Page, email = buyer) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Signs in as a visitor does, and waits for the lobby. */
export async function signIn(page: Page, email = buyer) {
  await page.goto('/login')
  await fillLogin(page, email)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
}

export const message = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })

export const isFocused = (element: Locator) => expect.poll(() => element.evaluate((node) => node.matches(':focus'))).toBe(true)

/** As the browser has worked it out. */
export const styleOf = (
  element: Locator,
  property: 'color' | 'background-color' | 'border-bottom-color' | 'outline-style',
): Promise<string> =>
  element.evaluate((node, name) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): { getPropertyValue(name: string): string } }
    return getComputedStyle(node).getPropertyValue(name)
  }, property)

/** The colour of an element as `red`, `green`, `blue` or `orange`: the strongest part of it. */
export async function colourOf(element: Locator, property: Parameters<typeof styleOf>[1]): Promise<string> {
  const text = await styleOf(element, property)
  const [red = 0, green = 0, blue = 0] = [...text.matchAll(/\d+/g)].map(Number)
  if (red > green && red > blue) return green > blue * 2 ? 'orange' : 'red'
  return green > blue ? 'green' : 'blue'
}

export const queryOf = (request: Request | undefined) => Object.fromEntries(new URL(request?.url() ?? 'http://nothing').searchParams)
