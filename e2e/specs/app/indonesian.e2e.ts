/* Nobody has to know English here, apart from the words that the specification itself has. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { refusals } from '../../../contract/src/refusals.ts'
import { desk, openConnected } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

/** Little words without which hardly an English sentence is made, and the commonest of buttons and states; none is Indonesian. */
const english =
  /\b(?:the|and|or|of|with|your|you|are|was|were|has|have|not|please|from|this|that|there|which|when|where|must|should|cannot|will|add|edit|remove|save|send|close|cancel|next|back|previous|loading|failed|failure|error|warning|required|invalid|unknown|empty|nothing|none|today|yesterday|search|choose|select|show|hide|amount|price|seller|buyer|balance|settings|history|account|accounts|page|pages|rows|copy|copied|download|upload|confirm|change|changed|time|date|yes|no)\b/i

/** Quoted by the specification: names of cards, entries, dialogs and messages. */
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
  // The names of a parameter, and what banks here call it.
  'time dan sign',
  'Virtual account',
  'virtual account',
  'Seller',
  'Open',
  'Close',
]

/** Names that makers gave their goods are theirs. */
const { content: brands } = await lapak.call<{ content: { brandname: string }[] }>(
  await lapak.signIn(buyer),
  'GET',
  '/api/v1/product/brands?size=500',
)

/** What machines say to one another. */
const strangers = 'code, pre'

const wordsOf = (page: Page) =>
  page.evaluate(
    `((strangers) => {
      const said = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement: at, textContent } = walker.currentNode
        if (at && at.checkVisibility() && !at.closest('script, style, ' + strangers)) said.push(textContent)
      }
      for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) if (one.getAttribute(name)) said.push(one.getAttribute(name))
      return [document.title, ...said]
    })(${JSON.stringify(strangers)})`,
  ) as Promise<string[]>

const unquoted = (text: string) =>
  [...brands.map(({ brandname }) => brandname), ...quoted].reduce((left, words) => left.replaceAll(words, ' '), text)

async function englishOn(page: Page): Promise<string[]> {
  return (await wordsOf(page)).filter((text) => unquoted(text).match(english))
}

/** No screen of ours, which is said as well. */
const nowhere = '/alamat-yang-tidak-ada'

const ways: [email: string, paths: string[]][] = [
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

test('words of another language would be noticed', () => {
  for (const text of ['Save changes', 'Slide 1 of 3', 'Please wait', 'Your balance']) expect(unquoted(text)).toMatch(english)
  for (const text of ['Simpan', 'Total Trx', 'Change Password', 'Topup Saldo']) expect(unquoted(text)).not.toMatch(english)
})

test('every refusal is worded in Indonesian [B-LAY-01]', () => {
  const said = Object.entries(refusals).map(([code, { msg }]) => `${code}: ${msg.replaceAll(/\{\w+\}/g, ' ')}`)
  expect(said.filter((text) => unquoted(text.replace(/^\S+ /, '')).match(english))).toEqual([])
})

/** A word of software stands among what people read: what a callback was about that tells of no order. */
async function tellSoftwareOfPrices() {
  const [seller, owner] = [await lapak.signIn('penjual@lapak.test'), await lapak.signIn(buyer)]
  await lapak.call(owner, 'PATCH', '/api/v1/user/api', { pricenews: 1 })
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(seller, 'GET', '/api/v1/seller/product?size=-1')
  const offer = content.find(({ productcode }) => productcode === 'STEAM60')
  for (const gangguan of [1, 0]) await lapak.call(seller, 'PATCH', `/api/v1/seller/product/${offer?.id}`, { gangguan })
  const isTold = async () => {
    const told = await lapak.call<{ content: { event: string }[] }>(owner, 'GET', '/api/v1/user/api/callbacks')
    return told.content.some(({ event }) => event === 'price.changed')
  }
  await expect.poll(isTold, { timeout: 30_000 }).toBe(true)
  await lapak.call(owner, 'PATCH', '/api/v1/user/api', { pricenews: 0 })
}

test.each(ways)('all that the pages of %s say is Indonesian [B-LAY-01]', async (email, paths) => {
  if (email === buyer) await tellSoftwareOfPrices()
  const visit = await openApp(lapak, { as: await lapak.signIn(email), viewport: desk })
  expect(await foreignOn(visit.page, paths, (path) => openConnected(visit, path))).toEqual({})
  await visit.close()
})

test('all that the pages say to who is not signed in is Indonesian [B-LAY-01]', async () => {
  const { page, close } = await openApp(lapak, { viewport: desk })
  const paths = ['/login', '/register', '/forgot', '/resetpass/abc', '/activate/abc', '/signin/abc', '/kodepemulihan']
  expect(await foreignOn(page, paths, (path) => page.goto(path))).toEqual({})
  await close({ statuses: [422], errors: /tidak berlaku/ })
})

/** What is not Indonesian, by where it stands; each of these addresses has a screen. */
async function foreignOn(page: Page, paths: readonly string[], go: (path: string) => Promise<unknown>) {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await go(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('main [class*=Skeleton-root]').count()).toBe(0)
    expect(await page.getAttribute('html', 'lang')).toBe('id')
    expect(await page.getByText('Alamat ini tidak ada').count(), path).toBe(path === nowhere ? 1 : 0)
    const here = await englishOn(page)
    if (here.length > 0) found[path] = here
  }
  return found
}
