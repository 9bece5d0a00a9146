/* What a page loads until its first screen. Bytes and order do not depend on the machine; durations are measured by `npm run bench -- --web`. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, fillLogin, phone } from '../../fixtures/app.ts'
import { openApp, openBrowser, storageOf } from '../../fixtures/browser.ts'
import { builtFileOf, builtFiles, delayModule } from '../../fixtures/built-files.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { measureOpening, type PageOpening, recordViolations } from '../../fixtures/page-opening.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)
const { content } = await lapak.call<{ content: { sellerid: number }[] }>(token, 'GET', '/api/v1/supplier?size=1')

const root = join(import.meta.dirname, '../../..')

interface Budget {
  path: string
  /** Kilobytes of compressed scripts; `files` is the number of these scripts. */
  kb: number
  files: number
}

/**
 * The budgets of common pages are targets. The budgets of the sign-in, a seller's page, topping up, chat, history and the tab of products are the
 * measured values with some room: file names change with the content of the files, and the compressed size changes by a few bytes with them. React,
 * the router and the queries are 104 kB of each budget (ADR 0062).
 */
const budgets: Budget[] = [
  { path: '/login', kb: 123, files: 3 },
  { path: '/home', kb: 156, files: 4 },
  { path: '/trxpembelian', kb: 200, files: 8 },
  { path: '/product', kb: 200, files: 8 },
  { path: '/supplier', kb: 200, files: 8 },
  { path: `/supplier/${content[0]?.sellerid}`, kb: 195, files: 8 },
  { path: '/cari?cari=telkomsel', kb: 200, files: 8 },
  { path: '/profile', kb: 240, files: 9 },
  { path: '/tambahsaldo', kb: 190, files: 8 },
  { path: '/chat', kb: 189, files: 8 },
  { path: '/trxpembelian?tab=produk', kb: 210, files: 11 },
  { path: '/histori', kb: 200, files: 9 },
]

async function open(path: string): Promise<PageOpening> {
  const context = await (await openBrowser()).newContext({
    viewport: phone,
    baseURL: lapak.info.address,
    reducedMotion: 'reduce',
    storageState: path === '/login' ? undefined : await storageOf(lapak, token),
  })
  await recordViolations(context)
  try {
    return await measureOpening(await context.newPage(), path)
  } finally {
    await context.close()
  }
}

const sums = '/api/v1/transactions/buyer/today'
const ofToday = () => `awal=${dayAgo(0)}&akhir=${dayAgo(0)}`
const firstRows = 'page=0&size=10&sort=id%2CDESC'
const shownEarly: Record<string, () => string[]> = {
  '/home': () => [
    '/public/sliders',
    '/api/v1/supplier/besthit',
    '/api/v1/transactions/targets',
    '/api/v1/favourites',
    `${sums}?${ofToday()}`,
    `${sums}?awal=${dayAgo(7)}&akhir=${dayAgo(0)}&statustrx=0`,
  ],
  '/product': () => ['/api/v1/product/category?size=50'],
  '/tambahsaldo': () => ['/api/v1/payment/method'],
  '/profile': () => ['/api/v1/location/province'],
  '/trxpembelian': () => [`${sums}?${ofToday()}`, `/api/v1/transactions/buyer?${ofToday()}&${firstRows}`],
  '/trxpembelian?tab=produk': () => [
    '/api/v1/user/api',
    `/api/v1/product/mappings?${firstRows}`,
    '/api/v1/product/changes?page=0&size=100&sort=id%2CDESC&kind=price%2Cspecial',
  ],
  '/histori': () => [`/api/v1/payment/histories?${ofToday()}&${firstRows}`],
}
const ofEveryScreen = ['/api/v1/user', '/api/v1/user/balance', '/api/messanger/v1/unread', '/api/v1/notifications/unread']

function earlyOf(path: string): string[] {
  if (path === '/login') return ['/public/maintenance']
  return [...ofEveryScreen, ...(shownEarly[path]?.() ?? [])]
}

const sizeOf = async (path: string) => (await stat(join(root, 'web/dist', `${path}.gz`))).size

/** The largest modules of these files, with their sizes before minification: the first candidates for savings. */
function heaviest(files: string[]): string {
  const made = builtFiles()
  if (made === null) return 'npm run build tells what the files are made of'
  const modules = files.flatMap((file) => Object.entries(made[file.slice(1)] ?? {}))
  const sorted = modules.sort(([, one], [, other]) => other - one).slice(0, 25)
  return sorted.map(([module, bytes]) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${module}`).join('\n')
}

test.for(budgets)('the first screen of $path needs at most $kb kB of script in $files files', async ({ path, kb, files }) => {
  const { scripts, firstCalls, early, violations } = await open(path)
  const names = scripts.map((script) => script.path)
  const bytes = (await Promise.all(names.map(sizeOf))).reduce((sum, size) => sum + size, 0)
  expect.soft(bytes / 1000, `script of ${path}; the largest modules, uncompressed:\n${heaviest(names)}`).toBeLessThanOrEqual(kb)
  expect.soft(names.length, names.join(' ')).toBeLessThanOrEqual(files)
  expect
    .soft(
      firstCalls.filter((call, at) => firstCalls.indexOf(call) !== at),
      'asked for twice before the first screen is there',
    )
    .toEqual([])
  expect
    .soft(early.asked, 'asked for by the script in the page, before the program is there')
    .toEqual(expect.arrayContaining(earlyOf(path)))
  expect.soft(early.taken.toSorted(), 'what was asked for early is what the screen shows').toEqual(early.asked.toSorted())
  expect(violations).toEqual([])
})

test('first screen: the sign-in needs at most 150 kB of compressed script', async () => {
  const { page, close } = await openApp(lapak)
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(new URL(request.url()).pathname))
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Masuk' }).waitFor()
  const sizes = await Promise.all([...scripts].map(sizeOf))
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
  await close()
})

test('navigation: a bar is shown while the next page loads, and disappears afterwards [B-RT-03]', async () => {
  const { page, close } = await openApp(lapak)
  const letGo = await delayModule(page, 'routes/home-page.tsx')
  await page.goto('/login')
  const bar = page.getByRole('progressbar', { name: 'Memuat halaman' })
  expect(await bar.isVisible()).toBe(false)
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await bar.waitFor({ state: 'visible' })
  letGo()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await bar.waitFor({ state: 'hidden' })
  await close()
})

test('the Link header of a page lists its first files, and the script has the hint to compile it in the background', async () => {
  const page = await fetch(`${lapak.info.address}/home`, { headers: { accept: 'text/html' } })
  const named = [...(page.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, file]) => file)
  const [, program = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text()) ?? []
  expect(named).toContain(program)
  expect(named.some((file) => file?.endsWith('.css'))).toBe(true)
  // Chrome reads the hint only on the first line of a file.
  expect(await (await fetch(lapak.info.address + program)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('a list is requested early only without filters in the address and without another sort order in the browser', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: token, viewport: phone })
  const early = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
    return (await page.evaluate("performance.getEntriesByName('early-asked').flatMap(({ detail }) => detail)")) as string[]
  }
  expect(await early('/trxpembelian')).toEqual(expect.arrayContaining(earlyOf('/trxpembelian')))
  expect(await early('/trxpembelian?statustrx=2')).not.toEqual(expect.arrayContaining([expect.stringContaining('/transactions/buyer')]))
  await page.evaluate("localStorage.setItem('lapak.sort.purchases', 'sellprice,ASC')")
  expect((await early('/trxpembelian')).filter((address) => address.includes('/transactions/buyer'))).toEqual([`${sums}?${ofToday()}`])
  await expect.poll(() => requestsTo('GET', '/api/v1/transactions/buyer').at(-1)?.url()).toContain('sort=sellprice%2CASC')
  await close()
})

test('after the first screen the realtime connection loads first, and then the other parts one after the other', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.addInitScript('window.held = []; window.requestIdleCallback = (act) => held.push(act)')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const [line, carousel, dialog] = [
    'routes/live.tsx',
    'features/system/banners/banner-carousel.tsx',
    'features/ordering/purchases/buying/buy-dialog.tsx',
  ].map((module) => builtFileOf(module).slice('**'.length))
  const isIdle = async () => {
    await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0)
    // Waits inside the page, so that the requests that the callback sends have started.
    await page.evaluate('held.shift()(), new Promise((done) => setTimeout(done, 100))')
  }
  await page.goto('/home')
  await page.getByText('Tidak ada yang menunggu').or(page.getByText('menunggu')).first().waitFor()
  // The first screen is complete.
  await isIdle()
  await expect.poll(() => asked).toContain(line)
  const begun = () => [carousel, dialog].filter((file) => asked.includes(file ?? ''))
  expect(begun()).toEqual([])
  const turns: number[] = []
  while (begun().length < 2) {
    await isIdle()
    turns.push(begun().length)
  }
  expect(turns).toContain(1)
  await close()
})

test('the first banner is requested before the script has loaded', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  const [banner] = (await lapak.call<{ image: string }[]>(token, 'GET', '/public/sliders')) ?? []
  await page.route('**/assets/*.js', (route) => route.abort())
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === banner?.image)
  await page.goto('/home')
  await asked
  await close()
})

test('only the home page has a preload header for the first banner', async () => {
  const [banner] = (await lapak.call<{ image: string }[]>(token, 'GET', '/public/sliders')) ?? []
  const linkOf = async (path: string) =>
    (await fetch(lapak.info.address + path, { headers: { accept: 'text/html' } })).headers.get('link') ?? ''
  await expect.poll(() => linkOf('/home'), { timeout: 15_000 }).toContain(`<${banner?.image}>; rel=preload; as=image`)
  expect(await linkOf('/login')).not.toContain('as=image')
})

test('a page whose script fails to load offers a reload', async () => {
  const { page, close } = await openApp(lapak)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  const again = page.getByRole('button', { name: 'Muat ulang' })
  await again.waitFor()
  await page.unroute('**/assets/*.js')
  await again.click()
  await page.getByRole('button', { name: 'Masuk', exact: true }).waitFor()
  await close()
})

type DeferredPart = [
  what: string,
  module: string,
  press: (page: Page) => Promise<void>,
  opens: (page: Page) => Locator,
  viewport?: ViewportSize,
]
const deferredParts: DeferredPart[] = [
  [
    'the key b',
    'features/ordering/purchases/buying/buy-dialog.tsx',
    (page) => page.keyboard.press('b'),
    (page) => page.getByRole('dialog', { name: 'Beli' }),
  ],
  [
    'the key ?',
    'routes/key-help-dialog.tsx',
    (page) => page.keyboard.press('?'),
    (page) => page.getByRole('dialog', { name: 'Tombol pintas' }),
  ],
  [
    'the button of the menu',
    'ui/opened-menu.tsx',
    (page) => page.getByRole('button', { name: /^Menu / }).click(),
    (page) => page.getByRole('menuitem', { name: 'Logout' }),
  ],
  [
    'the button of the menu on a phone',
    'features/auth/access/user-drawer.tsx',
    (page) => page.getByRole('button', { name: /^Menu / }).click(),
    (page) => page.getByRole('dialog', { name: 'Menu' }),
    phone,
  ],
  [
    'the bell',
    'ui/opened-popover.tsx',
    (page) => page.getByRole('button', { name: /^Notifikasi/ }).click(),
    (page) => page.getByRole('dialog', { name: 'Notifikasi' }),
  ],
]

test.for(deferredParts)(
  '%s pressed before its script loads opens exactly once after loading',
  async ([, module, press, opens, viewport]) => {
    const { page, close } = await openApp(lapak, { as: token, ...(viewport && { viewport }) })
    const letGo = await delayModule(page, module)
    await page.goto('/histori')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await press(page)
    expect(await opens(page).count()).toBe(0)
    letGo()
    await opens(page).waitFor()
    expect(await opens(page).count()).toBe(1)
    await close()
  },
)

test('the key / moves the focus to the search before the realtime connection is loaded', async () => {
  const { page, close } = await openApp(lapak, { as: token })
  const letGo = await delayModule(page, 'routes/live.tsx')
  await page.goto('/histori')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Cari Produk atau Suplier' }).evaluate((node) => node.matches(':focus')))
    .toBe(true)
  letGo()
  await close()
})

test('a menu whose script fails to load shows an error, and opens only at the next press', async () => {
  const { page, close } = await openApp(lapak, { as: token })
  const letGo = await delayModule(page, 'routes/live.tsx')
  const file = builtFileOf('ui/opened-menu.tsx')
  await page.route(file, (route) => route.abort())
  await page.goto('/histori')
  const menu = page.getByRole('button', { name: /^Menu / })
  await menu.click()
  await alertMessage(page, 'Bagian ini gagal dimuat').waitFor()
  await page.unroute(file)
  // The script of `routes/live.tsx` loads all parts that can open.
  const come = page.waitForResponse(file)
  letGo()
  await (await come).finished()
  await page.getByRole('heading', { level: 1, name: 'Histori' }).waitFor()
  await page.waitForTimeout(500)
  expect(await page.getByRole('menuitem').count()).toBe(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await close({ errors: /dynamically imported module/ })
})

test('a menu that is pressed while its script fails to load opens after a second attempt', async () => {
  const { page, close } = await openApp(lapak, { as: token })
  const [isAsked, isPressed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  await page.route(builtFileOf('ui/opened-menu.tsx'), async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    isAsked.resolve()
    await isPressed.promise
    await route.abort()
  })
  await page.goto('/histori')
  await isAsked.promise
  await page.getByRole('button', { name: /^Menu / }).click()
  isPressed.resolve()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await close({ errors: /dynamically imported module/ })
})

test('a purchase that becomes final before the realtime connection is ready is shown in its final state', async () => {
  const { page, close } = await openApp(lapak, { as: token })
  const letGo = await delayModule(page, 'routes/live.tsx')
  await page.goto('/home')
  const today = page.getByRole('region', { name: 'Hari ini' })
  const counted = today.getByRole('definition').first()
  const count = async () => Number((await counted.textContent())?.replaceAll('.', ''))
  await counted.filter({ hasText: /^\d/ }).waitFor()
  const before = await count()
  await lapak.call(token, 'POST', '/api/v1/transactions/buyer', {
    productcode: 'S10',
    target: newTarget(),
    reffclient: `dini-${Date.now()}`,
  })
  letGo()
  await expect.poll(count).toBe(before + 1)
  await close()
})
