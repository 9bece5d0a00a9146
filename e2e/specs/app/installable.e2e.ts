/* Lapak as an installed app: it opens without a network, shows cached data, reconnects by itself, and updates on request. */
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type AppOptions, desktop, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, type Lapak, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const open = (options: AppOptions = {}, at: Lapak = lapak) => openApp(at, { as: token, serviceWorkers: 'allow', ...options })

/** Polls from the test: the page's policy forbids evaluating strings, so Playwright's waitForFunction would be refused. */
const until = (page: Page, expression: string) => expect.poll(() => page.evaluate(expression), { message: expression }).toBe(true)

/** The service worker controls the page and has cached the app shell. */
const controlled = (page: Page) => until(page, 'navigator.serviceWorker.controller !== null')

const lobby = (page: Page) => page.getByRole('heading', { name: 'Lobby' })
/** Console messages while there is no network. */
const ofNoNetwork = /the script of this screen did not come|Tidak ada jawaban dari server/
const noNetwork = (page: Page) => page.getByText('Tidak ada jaringan.', { exact: true })

/** All URLs in the browser's caches. */
const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)

const isShell = (path: string) => /^\/(index\.html|favicon\.svg|manifest\.webmanifest|icons\/[\w-]+\.png|assets\/[\w.-]+)$/.test(path)

interface Icon {
  src: string
  sizes: string
  purpose?: string
}
interface Manifest {
  id: string
  start_url: string
  scope: string
  display: string
  theme_color: string
  icons: Icon[]
  shortcuts: { name: string; url: string; icons: Icon[] }[]
}

test('the manifest has all fields for installation, icons of the declared sizes, and shortcuts to existing pages', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await lobby(page).waitFor()
  const session = await page.context().newCDPSession(page)
  const { data, errors, url } = (await session.send('Page.getAppManifest')) as { data: string; errors: object[]; url: string }
  expect(errors).toEqual([])
  expect(url).toBe(`${lapak.info.address}/manifest.webmanifest`)
  const manifest: Manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ id: '/', start_url: '/home', scope: '/', display: 'standalone' })
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]
  for (const { src, sizes } of icons) {
    const answer = await fetch(lapak.info.address + src)
    expect(answer.status, src).toBe(200)
    // A PNG starts with its width and height.
    const picture = Buffer.from(await answer.arrayBuffer())
    if (sizes !== 'any') expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes)
  }
  for (const purpose of ['any', 'maskable']) {
    const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
    expect(sizes, purpose).toEqual(expect.arrayContaining(['192x192', '512x512']))
  }
  for (const shortcut of manifest.shortcuts) {
    await page.goto(shortcut.url)
    await page.getByRole('main').waitFor()
    expect(await page.getByText('Alamat ini tidak ada').count(), shortcut.name).toBe(0)
  }
  await close()
})

test('the service worker caches the app shell and the visited screens, but no answers with money or personal data', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await controlled(page)
  for (const path of ['/trxpembelian', '/histori', '/profile', '/chat', '/product']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.waitForLoadState('networkidle')
  const kept = await keptAddresses(page)
  expect(kept).toContain('/index.html')
  expect(kept.filter((path) => !isShell(path))).toEqual([])
  // Pages of the server itself are not served from the cache.
  for (const path of ['/docs/', '/dev/outbox']) {
    const answer = await page.goto(path)
    expect(answer?.fromServiceWorker(), path).toBe(false)
  }
  await close()
})

test.each([phone, desktop])(
  'without a network the app opens with cached data, and reconnects by itself, at $width px',
  async (viewport) => {
    const { page, requestsTo, close } = await open({ viewport })
    await page.goto('/home')
    await controlled(page)
    await page.goto('/trxpembelian')
    await page.getByRole('button', { name: 'Sembunyikan saldo' }).waitFor()
    await page.waitForLoadState('networkidle')
    await until(page, "localStorage.getItem('lapak.own.known')?.includes('content') === true")

    await page.context().setOffline(true)
    await page.goto('/home')
    await lobby(page).waitFor()
    await noNetwork(page).waitFor()
    const known = page.getByRole('region', { name: 'Terakhir diketahui' })
    await known.getByText(/^Saldo Rp/).waitFor()

    // A visited screen opens with its content.
    await page.goto('/trxpembelian')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await noNetwork(page).waitFor()
    // A screen that was not visited shows a message inside the frame.
    await page.goto('/suppliers')
    await page.getByText('Halaman ini perlu jaringan').waitFor()
    const before = requestsTo('GET', '/api/v1/user').length

    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await noNetwork(page).waitFor({ state: 'detached' })
    expect(requestsTo('GET', '/api/v1/user').length).toBeGreaterThan(before)
    await close({ errors: ofNoNetwork })
  },
)

test('a screen that was not visited opens once online, although its script failed before the network was checked', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await controlled(page)
  await page.addInitScript(() => {
    const send = globalThis.fetch
    globalThis.fetch = async (target, options) => {
      if (target === '/healthz') await new Promise((late) => setTimeout(late, 1_500))
      return send(target, options)
    }
  })
  await page.context().setOffline(true)
  await page.goto('/suppliers')
  await page.getByText('Halaman ini perlu jaringan').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await close({ errors: ofNoNetwork })
})

test('offline without a service worker, shown content stays and later refreshes, and a screen that was not loaded opens once online', async () => {
  const { page, requestsTo, close } = await open({ serviceWorkers: 'block' })
  await page.goto('/home')
  await lobby(page).waitFor()
  await page.getByRole('button', { name: 'Sembunyikan saldo' }).waitFor()
  await page.waitForLoadState('networkidle')
  const balances = () => requestsTo('GET', '/api/v1/user/balance').length
  await page.evaluate('window.stays = true')
  await page.context().setOffline(true)
  await noNetwork(page).waitFor()
  await lobby(page).waitFor()
  const before = balances()
  // Advances the clock beyond the age at which data counts as stale.
  await page.clock.install()
  await page.clock.fastForward('03:00')
  await page.context().setOffline(false)
  await noNetwork(page).waitFor({ state: 'detached' })
  await expect.poll(balances).toBeGreaterThan(before)
  expect(await page.evaluate('window.stays')).toBe(true)

  await page.context().setOffline(true)
  await noNetwork(page).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Topup/ })
    .click()
  await page.getByText('Halaman ini perlu jaringan').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Topup Saldo' }).waitFor()
  await close({ errors: ofNoNetwork })
})

test('signing out removes all data of the member from the browser', async () => {
  const { page, close } = await open({ as: await lapak.signIn(buyer) })
  await page.goto('/home')
  await controlled(page)
  await page.goto('/trxpembelian')
  await until(page, "localStorage.getItem('lapak.own.known') !== null")
  const visited = async () => (await keptAddresses(page)).filter((path) => path.startsWith('/assets/purchases-'))
  await expect.poll(visited).toHaveLength(1)
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'Masuk' }).waitFor()
  await expect.poll(() => page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('lapak.own.'))")).toEqual([])
  // The app shell stays cached; it is the same for all members.
  await expect.poll(visited).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Masuk' }).waitFor()
  await noNetwork(page).waitFor()
  expect(await page.getByRole('region', { name: 'Terakhir diketahui' }).count()).toBe(0)
  await close()
})

/** The same Lapak at another URL, for which the test can change the build of the service worker. */
async function startProxyWithBuild(): Promise<Lapak & { build(name: string): void }> {
  const { hostname, port } = new URL(lapak.info.address)
  let build = ''
  const server = createServer((asked, answer) => {
    const headers: typeof asked.headers = { ...asked.headers }
    // Without compression and conditional requests, so that the file can be changed.
    if (asked.url === '/sw.js') for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    const onward = ask({ hostname, port, path: asked.url, method: asked.method, headers }, (found) => {
      // An answer that ends in the middle ends here as well, so that the browser does not wait for the rest.
      found.once('error', () => answer.destroy())
      if (asked.url !== '/sw.js' || build === '') return void found.pipe(answer.writeHead(found.statusCode ?? 500, found.headers))
      const { 'content-length': _, etag: _etag, 'last-modified': _modified, ...others } = found.headers
      answer.writeHead(200, others)
      found.pipe(answer, { end: false })
      found.once('end', () => answer.end(`\n// ${build}`))
    })
    onward.once('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close().closeAllConnections())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ...lapak, info: { ...lapak.info, address }, build: (name) => (build = name) }
}

test("a new version waits for the user's request, and typed input stays until then", async () => {
  const other = await startProxyWithBuild()
  const { page, close } = await open({}, other)
  await page.goto('/home')
  await controlled(page)
  await page.goto('/tambahsaldo')
  await page.evaluate('window.stays = true')
  other.build('the next one')
  // The page does not wait for the check: the message below shows that it has ended.
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => void one.update())')
  await page.getByText('Versi baru tersedia').waitFor()
  expect(await page.evaluate('window.stays')).toBe(true)
  // Waits for an event, because an expression that is evaluated while the page reloads may never return.
  const reloaded = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Muat ulang' }).click()
  await reloaded
  expect(await page.evaluate('window.stays === undefined')).toBe(true)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Versi baru tersedia').count()).toBe(0)
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)')).toBe(null)
  await close()
})
