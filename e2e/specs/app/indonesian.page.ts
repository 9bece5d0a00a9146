/* Checks that the pages are in Indonesian, except for the English terms of the specification. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { refusals } from '../../../contract/src/shared/refusals.ts'
import { desktop } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

/** Words that almost every English sentence has, and the most common words of buttons and states. None of these words is Indonesian. */
const englishWords =
  /\b(?:the|and|or|of|with|your|you|are|was|were|has|have|not|please|from|this|that|there|which|when|where|must|should|cannot|will|add|edit|remove|save|send|close|cancel|next|back|previous|loading|failed|failure|error|warning|required|invalid|unknown|empty|nothing|none|today|yesterday|search|choose|select|show|hide|amount|price|seller|buyer|balance|settings|history|account|accounts|page|pages|rows|copy|copied|download|upload|confirm|change|changed|time|date|yes|no)\b/i

/** English names of cards, entries, dialogs and messages that the specification quotes. */
const quoted = [
  'Amount Trx',
  'Total Trx',
  'Best Hit Of The Day',
  'Change Password',
  'Warning',
  'Yes',
  'No',
  'Open/Close',
  'Amount',
  'Approve',
  'Reject',
  'Cancel',
  'Open Denom',
  'Seller Applications',
  'All Users',
  'Seller Request',
  'Token has expired',
  // Names of parameters, and terms that banks in Indonesia use.
  'time dan sign',
  'Virtual account',
  'virtual account',
  'Seller',
  'Open',
  'Close',
]

/** Brand names may be English. */
const { content: brands } = await lapak.call<{ content: { brandname: string }[] }>(
  await lapak.signIn(buyer),
  'GET',
  '/api/v1/product/brands?size=500',
)

/** Elements with text for software, which is not checked. */
const technical = 'code, pre'

const textsOf = (page: Page) =>
  page.evaluate(
    `((technical) => {
      const found = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement: at, textContent } = walker.currentNode
        if (at && !at.closest('script, style, ' + technical)) found.push(textContent)
      }
      for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) if (one.getAttribute(name)) found.push(one.getAttribute(name))
      return [document.title, ...found]
    })(${JSON.stringify(technical)})`,
  ) as Promise<string[]>

const unquoted = (text: string) =>
  [...brands.map(({ brandname }) => brandname), ...quoted].reduce((left, one) => left.replaceAll(one, ' '), text)

async function englishOn(page: Page): Promise<string[]> {
  return (await textsOf(page)).filter((text) => unquoted(text).match(englishWords))
}

/** A path without a screen; the page shows an error for it. */
const nowhere = '/alamat-yang-tidak-ada'

const journeys: [email: string, paths: string[]][] = [
  [
    buyer,
    [
      '/home',
      '/product',
      '/supplier',
      '/cari?cari=telkomsel',
      '/feeds',
      '/histori',
      '/tambahsaldo',
      '/trxpembelian',
      '/trxpembelian?tab=produk',
      '/trxpembelian?tab=sengketa',
      '/chat',
      '/notifikasi',
      '/notifikasi?tab=pengaturan',
      '/syaratketentuan',
      '/periksaakun',
      '/profile',
      nowhere,
    ]
      .concat(['api', 'jabber', 'bank', 'keamanan'].map((tab) => `/profile?tab=${tab}`))
      .concat(['/gantipassword', '/paymenttopup/success', '/paymenttopup/failure', '/regseller']),
  ],
  ['penjual@lapak.test', ['', 'produk', 'hargakhusus', 'setting', 'pendapatan', 'sengketa'].map((tab) => `/penjualan?tab=${tab}`)],
  [
    'admin@lapak.test',
    [
      '/admdashboard',
      '/cashin',
      '/cashout',
      '/account',
      '/mutasibank',
      '/trxadm',
      '/usermanagement',
      '/admin/products',
      '/admin/sliders',
      '/rekonsiliasi',
      '/persetujuan',
      '/admin/kesehatan',
      '/admin/layanan',
      '/admin/kiriman',
      '/admin/audit',
    ]
      .concat(['aturan', 'metode', 'penghubung', 'pemeliharaan'].map((tab) => `/admin/pengaturan?tab=${tab}`))
      .concat(['/trxadm?tab=peringatan', '/trxadm?tab=sengketa', '/usermanagement?tab=pengajuan', '/admin/kesehatan?tab=peringatan']),
  ],
]

test('language: the document is marked as Indonesian [B-LAY-01]', async () => {
  expect(await (await fetch(lapak.info.address, { headers: { accept: 'text/html' } })).text()).toMatch(/<html[^>]* lang="id"/)
})

test('language: words of another language are found', () => {
  for (const text of ['Save changes', 'Slide 1 of 3', 'Please wait', 'Your balance']) expect(unquoted(text)).toMatch(englishWords)
  for (const text of ['Simpan', 'Total Trx', 'Change Password', 'Topup Saldo']) expect(unquoted(text)).not.toMatch(englishWords)
})

test('language: every refusal has an Indonesian message [B-LAY-01]', () => {
  const texts = Object.entries(refusals).map(([code, { msg }]) => `${code}: ${msg.replaceAll(/\{\w+\}/g, ' ')}`)
  expect(texts.filter((text) => unquoted(text.replace(/^\S+ /, '')).match(englishWords))).toEqual([])
})

/** Adds an event that is not about an order to the log of callbacks. */
async function publishPriceChange() {
  const [seller, owner] = [await lapak.signIn('penjual@lapak.test'), await lapak.signIn(buyer)]
  await lapak.call(owner, 'PATCH', '/api/v1/user/api', { pricenews: 1 })
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(seller, 'GET', '/api/v1/seller/product?size=-1')
  const offer = content.find(({ productcode }) => productcode === 'STEAM60')
  for (const gangguan of [1, 0]) await lapak.call(seller, 'PATCH', `/api/v1/seller/product/${offer?.id}`, { gangguan })
  const isListed = async () => {
    const callbacks = await lapak.call<{ content: { event: string }[] }>(owner, 'GET', '/api/v1/user/api/callbacks')
    return callbacks.content.some(({ event }) => event === 'price.changed')
  }
  await expect.poll(isListed, { timeout: 30_000 }).toBe(true)
  await lapak.call(owner, 'PATCH', '/api/v1/user/api', { pricenews: 0 })
}

test.each(journeys)('language: the screens of %s are in Indonesian [B-LAY-01]', async (email, paths) => {
  if (email === buyer) await publishPriceChange()
  const app = await openApp(lapak, { as: await lapak.signIn(email), viewport: desktop })
  expect(await foreignOn(app.page, paths)).toEqual({})
  await app.close()
})

test('language: the screens of a visitor are in Indonesian [B-LAY-01]', async () => {
  const { page, close } = await openApp(lapak, { viewport: desktop })
  const paths = ['/login', '/register', '/forgot', '/resetpass/abc', '/activate/abc', '/signin/abc', '/kodepemulihan']
  expect(await foreignOn(page, paths)).toEqual({})
  await close({ statuses: [422], errors: /tidak berlaku/ })
})

/** Texts that are not Indonesian, by path. Checks that each path has a screen. */
async function foreignOn(page: Page, paths: readonly string[]) {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('main [class*=Skeleton-root]').count()).toBe(0)
    expect(await page.getByText('Alamat ini tidak ada').count(), path).toBe(path === nowhere ? 1 : 0)
    const here = await englishOn(page)
    if (here.length > 0) found[path] = here
  }
  return found
}
