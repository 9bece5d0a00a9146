/* The layout of the frame of every screen, the frame when scripts are missing, and the realtime connection over the transports of a browser. */
import { expect, test } from 'vitest'
import { errorsOfCut, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { builtFileOf } from '../../fixtures/built-files.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

/** Links, buttons and pictures of the top bar that exceed the page to the left or right. */
const outsideBar = `[...document.querySelectorAll('header :is(a, button, img)')]
  .map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, { left, right, width }]) => width > 0 && (left < 0 || right > innerWidth))
  .map(([name, { left, right }]) => name + ': ' + Math.round(left) + ' to ' + Math.round(right))
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page runs out sideways'] : [])`

const widths = [...Array.from({ length: 41 }, (_, nth) => 320 + nth * 7), 640, 680, 720, 768, 769, 800, 992, 1000, 1100, 1280, 1920]

test('top bar: every control fits at every width, with the longest balance and name, for every role [B-LAY-02]', async () => {
  const { token } = await completeMember(lapak, 'Koperasi Karyawan Sejahtera Abadi Nusantara')
  const others = await Promise.all(['penjual@lapak.test', 'admin@lapak.test', buyer].map((email) => lapak.signIn(email)))
  for (const as of [token, ...others]) {
    const { page, close } = await openApp(lapak, { as, viewport: phone })
    let balance = 98_765_432
    await page.route('**/api/v1/user/balance', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, balance } } })
    })
    await page.goto('/home')
    await page
      .getByRole('banner')
      .getByLabel(/^Notifikasi/)
      .waitFor()
    if (as === token) {
      const shown = page.getByRole('banner').getByTitle('Lihat histori')
      await shown.getByText('Rp 98.765.432').waitFor()
      const [all, seen] = await shown.locator('span').evaluate((node) => {
        const { scrollWidth, clientWidth } = node as unknown as { scrollWidth: number; clientWidth: number }
        return [scrollWidth, clientWidth]
      })
      expect(seen, 'a phone shows a usual balance in full').toBeGreaterThanOrEqual(all ?? Number.POSITIVE_INFINITY)
    }
    balance = 99_999_999_999
    await page.reload()
    await page.getByText('99.999.999.999').first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(outsideBar), `at ${width} px`).toEqual([])
    }
    await close()
  }
})

test('frame: a screen whose script does not load keeps the bars and offers a retry', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await page.goto('/home')
  await page.route(builtFileOf('routes/change-password-page.tsx'), (route) => route.abort())
  // The page reloads once; if the script is still missing, the error stays.
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  await reloaded
  await page.getByText('Halaman gagal dibuka').waitFor()
  await page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
  await page.getByRole('main').waitFor()
  expect(await page.getByRole('main').count()).toBe(1)
  await page.unroute(builtFileOf('routes/change-password-page.tsx'))
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page
    .getByRole('heading', { name: 'Change Password' })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  await close({ errors: /script of this screen did not come/ })
})

test('realtime: the connection starts by polling, upgrades to a websocket, and logs on again after a cut [B-SOCK-01, B-SOCK-02, B-SOCK-03, B-SOCK-04, B-OPEN-53]', async () => {
  const token = await lapak.signIn(buyer)
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  const { page, close } = await openApp(lapak, { as: token })
  const transports: (string | null)[] = []
  const channels = new Set<string | null>()
  const sent: string[] = []
  const note = (url: string) => {
    const { searchParams } = new URL(url)
    transports.push(searchParams.get('transport'))
    channels.add(searchParams.get('chatID'))
  }
  page.on('request', (request) => {
    if (!request.url().includes('/socket.io/')) return
    note(request.url())
    sent.push(request.postData() ?? '')
  })
  page.on('websocket', (socket) => {
    note(socket.url())
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()))
  })
  await page.goto('/home')
  await expect.poll(() => new Set(transports)).toEqual(new Set(['polling', 'websocket']))
  expect(transports[0]).toBe('polling')
  const times = (event: string, data: object) => sent.join('\n').split(`42${JSON.stringify([event, data])}`).length - 1
  const loggedOn = () => [times('chatlogin', { userid: String(id) }), times('logon', { token, userid: String(id) })]
  await expect.poll(loggedOn).toEqual([1, 1])
  await page.context().setOffline(true)
  await page.getByText('Tidak ada jaringan.', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(loggedOn, { timeout: 60_000 }).toEqual([2, 2])
  expect([...channels]).toEqual(['cso'])
  await close({ errors: errorsOfCut })
})
