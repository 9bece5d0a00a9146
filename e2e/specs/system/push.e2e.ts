/*
 * Push notifications while Lapak is not open. Page, server and service worker are real. The test replaces the parts that headless Chromium lacks: the
 * push service (Chromium refuses to subscribe, so the page subscribes at a simulated service, which decrypts) and the system's notifications
 * (Chromium denies them, so the worker records them). Messages are delivered to the worker as Chromium does.
 */
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type PushBrowser, startPushService } from '../../../simulators/src/push-service.ts'
import { alertMessage, desktop, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, isolatedLapak } from '../../fixtures/lapak.ts'

const service = await startPushService()
afterAll(() => service.close())
const lapak = await isolatedLapak({ PUSH_HOSTS: '127.0.0.1', OUTGOING_ALLOWED_HOSTS: new URL(service.url).host })

interface ShownNotification {
  title: string
  body: string
  data: string
  tag: string
}

const controlled = (page: Page) => expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)

/** Delivers a push message to the service worker. */
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

/** Runs in the worker: records the notifications shown, returns the open ones, and simulates a press on one of them. */
const recordNotificationsScript = `{
  self.shown = []
  const { prototype } = ServiceWorkerRegistration
  prototype.showNotification = async (title, options) => {
    self.shown = self.shown.filter(({ tag }) => tag !== options.tag)
    self.shown.push({ title, ...options, close() { self.shown = self.shown.filter((one) => one !== this) } })
  }
  prototype.getNotifications = async () => [...self.shown]
  self.press = (notification) => {
    const event = new ExtendableEvent('notificationclick')
    // Only the browser's own press may bring a window to the front.
    const waitUntil = (work) => void work.catch(() => undefined)
    Object.defineProperties(event, { notification: { value: notification }, waitUntil: { value: waitUntil } })
    self.dispatchEvent(event)
  }
  undefined
}`

/** A page whose browser subscribes at the simulated service, which lives as long as the page. */
async function open(viewport = desktop) {
  const walked = await openApp(lapak, { as: await lapak.signIn(buyer), viewport, serviceWorkers: 'allow' })
  const { page } = walked
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin: lapak.info.address })
  let own: PushBrowser | undefined
  await context.exposeFunction('subscribeOutside', (key: string) => {
    own = service.subscribe(key)
    return { endpoint: own.endpoint, keys: own.keys }
  })
  await context.addInitScript(`
    let current = null
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const key = new Uint8Array(applicationServerKey)
      const said = await subscribeOutside(btoa(String.fromCharCode(...key)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, ''))
      current = { ...said, options: { applicationServerKey: key.buffer }, toJSON: () => said, unsubscribe: async () => ((current = null), true) }
      return current
    }`)
  await page.goto('/notifikasi?tab=pengaturan')
  await controlled(page)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(recordNotificationsScript)
  return {
    ...walked,
    own: () => own,
    shown: () => worker.evaluate<ShownNotification[]>('self.shown.map(({ title, body, data, tag }) => ({ title, body, data, tag }))'),
    press: (title: string) => worker.evaluate(`self.press(self.shown.find((one) => one.title === ${JSON.stringify(title)}))`),
    deliver: async (data: string) => deliver(await context.newCDPSession(page), data),
  }
}

const device = (page: Page) => page.getByRole('switch', { name: 'Kirim ke perangkat ini' })

async function togglePush(page: Page) {
  await device(page).focus()
  await page.keyboard.press('Space')
}

test.each([phone, desktop])(
  'a browser shows push notifications once its user switches them on, and stops when they are switched off, at $width px',
  async (viewport) => {
    const { page, close, own, shown, deliver } = await open(viewport)
    await device(page).waitFor()
    await togglePush(page)
    await alertMessage(page, 'Notifikasi aktif di perangkat ini').waitFor()
    await page.getByRole('button', { name: 'Kirim percobaan' }).click()
    await alertMessage(page, 'Percobaan dikirim').waitFor()
    const [pushed] = own()?.received ?? []
    expect(pushed).toBeDefined()
    await deliver(pushed?.text ?? '')
    await expect
      .poll(shown)
      .toMatchObject([{ title: 'Percobaan dari Lapak', body: 'Notifikasi sampai di perangkat ini.', data: '/notifikasi?tab=pengaturan' }])
    // An unreadable message also shows a notification, because browsers penalise silent pushes.
    await deliver('no JSON')
    await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['Percobaan dari Lapak', 'Lapak'])
    await togglePush(page)
    await alertMessage(page, 'Notifikasi dimatikan di perangkat ini').waitFor()
    expect(await page.getByRole('button', { name: 'Kirim percobaan' }).count()).toBe(0)
    await close()
  },
)

test("a press opens the notification's screen only within Lapak, and a newer notification replaces the older one with the same tag", async () => {
  const { page, close, shown, press, deliver } = await open()
  const notify = (more: object) => deliver(JSON.stringify({ judul: 'Topup masuk', teks: 'Topup', tautan: '/histori', tag: 'a', ...more }))
  await notify({ judul: 'Topup dibuat' })
  await notify({})
  await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(['Topup masuk'])
  await press('Topup masuk')
  await page.waitForURL('**/histori')
  expect(await shown()).toEqual([])
  await notify({ judul: 'Dari luar', tautan: 'https://elsewhere.example/masuk' })
  await expect.poll(async () => (await shown()).length).toBe(1)
  await press('Dari luar')
  await page.waitForURL('**/notifikasi')
  expect(new URL(page.url()).origin).toBe(lapak.info.address)
  await close()
})

test('quiet hours can be set and removed, and require a start and an end', async () => {
  const { page, close } = await open()
  const section = page.getByRole('region', { name: 'Jam tenang' })
  await section.getByLabel('Mulai (WIB)').fill('22:00')
  await section.getByRole('button', { name: 'Simpan' }).click()
  await section.getByText('Isi mulai dan sampai').waitFor()
  await section.getByLabel('Sampai (WIB)').fill('06:00')
  await section.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Jam tenang disimpan').waitFor()
  await page.reload()
  await expect.poll(() => section.getByLabel('Sampai (WIB)').inputValue()).toBe('06:00')
  await section.getByRole('button', { name: 'Matikan jam tenang' }).click()
  await expect.poll(() => section.getByLabel('Mulai (WIB)').inputValue()).toBe('')
  await close()
})

test('signing out stops push notifications and closes the open ones', async () => {
  const { page, close, shown, deliver } = await open()
  await togglePush(page)
  await alertMessage(page, 'Notifikasi aktif di perangkat ini').waitFor()
  await deliver(JSON.stringify({ judul: 'Topup masuk', teks: 'Topup', tautan: '/histori', tag: 'a' }))
  await expect.poll(async () => (await shown()).length).toBe(1)
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(async () => (await shown()).length).toBe(0)
  await close()
})
