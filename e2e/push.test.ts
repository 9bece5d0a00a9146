/*
 * Being told where Lapak is not open. The test plays the browser's push service, since the real ones are on the internet: the page subscribes at
 * a simulated one (headless Chromium has no service of its own and refuses), the server sends there encrypted, and what arrived is handed to the
 * real service worker the way Chromium does it.
 */
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type PushBrowser, startPushService } from '../simulators/src/push-service.ts'
import { buyer } from './lapak.ts'
import { between, desk, phone, setOutAlone, walk } from './walk.ts'

const service = await startPushService()
afterAll(() => service.close())
const { lapak, browser } = await setOutAlone({ PUSH_HOSTS: '127.0.0.1', OUTGOING_ALLOWED_HOSTS: new URL(service.url).host })

interface Notice {
  title: string
  body: string
  data: string
  tag: string
}

const shown = (page: Page): Promise<Notice[]> =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, data, tag }) => ({ title, body, data, tag })))`)

const controlled = (page: Page) => expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)

/** Hands to the worker what a push service has for it. */
async function deliver(session: CDPSession, data: string) {
  const registrationId = await new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) found(one.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  await session.send('ServiceWorker.deliverPushMessage', { origin: lapak.info.address, registrationId, data })
  await session.send('ServiceWorker.disable')
}

/** A page whose browser subscribes at the simulated service; it lasts as long as the page. */
async function open(viewport = desk) {
  const walked = await walk(browser, lapak, { as: await lapak.signIn(buyer), viewport, serviceWorkers: 'allow' })
  const context = walked.page.context()
  await context.grantPermissions(['notifications'], { origin: lapak.info.address })
  let own: PushBrowser | undefined
  await context.exposeFunction('subscribeOutside', (key: string) => {
    own = service.subscribe(key)
    return { endpoint: own.endpoint, keys: own.keys }
  })
  await context.addInitScript(`
    let current = null
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const key = new Uint8Array(applicationServerKey)
      const said = await subscribeOutside(btoa(String.fromCharCode(...key)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, ''))
      current = { ...said, options: { applicationServerKey: key.buffer }, toJSON: () => said, unsubscribe: async () => ((current = null), true) }
      return current
    }`)
  await walked.page.goto('/notifikasi?tab=pengaturan')
  await controlled(walked.page)
  return { ...walked, own: () => own }
}

test.each([phone, desk])(
  'a browser is told once its user wants it, shows what comes, and stops when it is switched off, at $width px',
  async (viewport) => {
    const { page, look, end, own } = await open(viewport)
    const device = page.getByRole('switch', { name: 'Kirim ke perangkat ini' })
    await look('settings of notices', between(viewport))
    await device.click({ force: true })
    await page.getByText('Notifikasi aktif di perangkat ini').waitFor()
    await page.getByRole('button', { name: 'Kirim percobaan' }).click()
    await page.getByText('Percobaan dikirim').waitFor()
    const [pushed] = own()?.received ?? []
    expect(pushed).toBeDefined()
    const session = await page.context().newCDPSession(page)
    await deliver(session, pushed?.text ?? '')
    await expect
      .poll(() => shown(page))
      .toMatchObject([{ title: 'Percobaan dari Lapak', body: 'Notifikasi sampai di perangkat ini.', data: '/notifikasi?tab=pengaturan' }])
    // What nobody can read shows something all the same, since browsers punish silence.
    await deliver(session, 'no JSON')
    await expect.poll(async () => (await shown(page)).map(({ title }) => title).sort()).toEqual(['Lapak', 'Percobaan dari Lapak'])
    await device.click({ force: true })
    await page.getByText('Notifikasi dimatikan di perangkat ini').waitFor()
    expect(await page.getByRole('button', { name: 'Kirim percobaan' }).count()).toBe(0)
    await end()
  },
)

test('quiet hours are set, kept and ended, and half of them is no setting', async () => {
  const { page, end } = await open()
  const section = page.getByRole('region', { name: 'Jam tenang' })
  await section.getByLabel('Mulai (WIB)').fill('22:00')
  await section.getByRole('button', { name: 'Simpan' }).click()
  await section.getByText('Isi mulai dan sampai').waitFor()
  await section.getByLabel('Sampai (WIB)').fill('06:00')
  await section.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Jam tenang disimpan').waitFor()
  await page.reload()
  await expect.poll(() => section.getByLabel('Sampai (WIB)').inputValue()).toBe('06:00')
  await section.getByRole('button', { name: 'Matikan jam tenang' }).click()
  await expect.poll(() => section.getByLabel('Mulai (WIB)').inputValue()).toBe('')
  await end()
})

test('who signs out is told nothing there any more, and what was shown goes', async () => {
  const { page, end } = await open()
  await page.getByRole('switch', { name: 'Kirim ke perangkat ini' }).click({ force: true })
  await page.getByText('Notifikasi aktif di perangkat ini').waitFor()
  const session = await page.context().newCDPSession(page)
  await deliver(session, JSON.stringify({ judul: 'Topup masuk', teks: 'Topup', tautan: 'https://elsewhere.example/x', tag: 'a' }))
  await expect.poll(async () => (await shown(page)).length).toBe(1)
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(async () => (await shown(page)).length).toBe(0)
  await end()
})
