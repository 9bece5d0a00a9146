/* A page that opens requests everything once. It repeats requests only if something happened before its realtime connection was ready. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWithRealtime } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

/** Longer than the time before the logon in which the page may have missed events. */
const longAgoMs = 6_000
/** Requests that the page repeats after the logon start within this time. */
const readsAgainWithinMs = 1_500

const listPath = '/api/v1/transactions/buyer'
const order = (target: string) =>
  lapak.call<{ id: number }>(token, 'POST', listPath, { productcode: 'S10', target, reffclient: `OO-${target}` })
const stateOf = async (id: number) => (await lapak.call<{ transactionrc: number }>(token, 'GET', `${listPath}/${id}`)).transactionrc
const sellersReport = (target: string) =>
  Promise.all((lapak.info.suppliers ?? []).map(({ url }) => fetch(`${url}/__report?${new URLSearchParams({ target, state: 'success' })}`)))

/** The requests of the page from now on. */
function readsOf(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && /^\/(?:api|public|oauth)\//.test(pathname)) reads.push(pathname + search)
  })
  return reads
}
const twice = (reads: string[]) => reads.filter((read, at) => reads.indexOf(read) !== at)

/** Delays the page's realtime connection until the returned function is called. */
async function delayConnection(page: Page): Promise<() => void> {
  const letGo = Promise.withResolvers<void>()
  await page.route('**/socket.io/**', async (route) => {
    await letGo.promise
    await route.continue()
  })
  return letGo.resolve
}

async function opened(path: string) {
  const visit = await openApp(lapak, { as: token })
  const reads = readsOf(visit.page)
  const heard = await openWithRealtime(visit, path)
  await visit.page.waitForTimeout(readsAgainWithinMs)
  await visit.close()
  const frames = heard.join('\n')
  // A price that changes while the page opens is read again rightly.
  return { reads, missed: frames.includes('"hargaupdate"') ? 'a price' : frames.match(/"missed":(true|false)/)?.[1] }
}

test.each(['/home', '/trxpembelian', '/product', '/histori', '/chat'])(
  '%s sends no request twice if nothing happens while it opens',
  async (path) => {
    let visit: Awaited<ReturnType<typeof opened>> | undefined
    // Events caused by an earlier test may still arrive.
    const isQuiet = async () => {
      await pause(longAgoMs)
      visit = await opened(path)
      return visit.missed
    }
    await expect.poll(isQuiet).toBe('false')
    expect(visit && twice(visit.reads)).toEqual([])
  },
)

test('an event between the first requests of a page and its realtime connection is shown without a reload', async () => {
  const target = '081277770013'
  const { id } = await order(target)
  const visit = await openApp(lapak, { as: token })
  const { page, close } = visit
  const letGo = await delayConnection(page)
  const reads = readsOf(page)
  await page.goto('/trxpembelian')
  const badge = (word: string) => page.getByRole('row').filter({ hasText: target }).getByText(word, { exact: true })
  await badge('PENDING').waitFor()
  await page.evaluate('window.loadedOnce = true')
  await sellersReport(target)
  await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe(1)
  // The event was published before this page was connected.
  await badge('PENDING').waitFor()
  letGo()
  await badge('SUKSES').waitFor()
  expect(twice(reads)).toContain(reads.find((read) => read.startsWith(`${listPath}?`)))
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await close()
})

test('a page repeats a failed request once its realtime connection is established', async () => {
  await pause(longAgoMs)
  const visit = await openApp(lapak, { as: token })
  const { page, close } = visit
  const letGo = await delayConnection(page)
  await page.route('**/api/v1/transactions/buyer?**', (route) =>
    route.fulfill({ status: 422, json: { success: false, msg: 'belum terbaca' } }),
  )
  await page.goto('/trxpembelian')
  await page.getByText('belum terbaca').first().waitFor()
  await page.unroute('**/api/v1/transactions/buyer?**')
  letGo()
  await page.getByText('belum terbaca').first().waitFor({ state: 'detached' })
  await close({ statuses: [422], errors: /belum terbaca/ })
})
