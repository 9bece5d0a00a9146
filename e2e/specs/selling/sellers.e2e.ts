/* Tests of sellers that need a browser: colours, pictures, and a list that renders rows while it scrolls. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, phone } from '../../fixtures/app.ts'
import { colourOf, openApp, styleOf } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { expectPictureRendered } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

interface Seller {
  sellerid: number
  sellername: string
  avatar: string | null
  jmlproduk: number
  jmlreview: number
  user: { online: 0 | 1 }
}
interface SellerPage {
  productlist: { brands: { products: { id: number; productname: string }[] }[] }[]
}

const sellers = async () => (await lapak.call<{ content: Seller[] }>(token, 'GET', '/api/v1/supplier?size=50&sort=sellername,ASC')).content

test('sellers: Online is green and Offline is not, pictures are drawn, and a review keeps its line breaks [B-RT-36, B-STATE-17]', async () => {
  // The demo's own buyers write reviews after the start.
  await expect.poll(async () => (await sellers()).some(({ jmlreview }) => jmlreview > 0), { timeout: 100_000, interval: 2000 }).toBe(true)
  const { page, close } = await openApp(lapak, { as: token })
  const all = await sellers()
  const [first, second] = all as [Seller, Seller]
  await page.route('**/api/v1/supplier?**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { content: Seller[] } }
    for (const seller of body.data.content) seller.user.online = seller.sellerid === first.sellerid ? 1 : 0
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/supplier?sort=rating,DESC')
  const cardOf = ({ sellername }: Seller) => page.getByRole('article', { name: sellername, exact: true })
  const online = cardOf(first).getByText('Online', { exact: true })
  expect(await colourOf(online, 'color')).toBe('green')
  const backgroundOf = (mark: Locator) => styleOf(mark, 'background-color')
  expect(await backgroundOf(online)).not.toBe(await backgroundOf(cardOf(second).getByText('Offline', { exact: true })))
  const pictured = all.find(({ avatar }) => avatar !== null)
  const reviewed = all.find(({ jmlreview }) => jmlreview > 0)
  if (!pictured || !reviewed) throw new Error('the demo has no seller with a picture, or none with a review')
  await expectPictureRendered(cardOf(pictured).locator(`img[src="${pictured.avatar}"]`).first())

  const comment = 'Baris pertama\nbaris kedua'
  await page.route('**/api/v1/review/user/**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { content: { comment: string }[] } }
    const [review] = body.data.content
    if (review) review.comment = comment
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`/supplier/${reviewed.sellerid}?tab=ulasan`)
  await expect.poll(() => page.getByText('baris kedua').allInnerTexts()).toEqual([comment])
  await close()
})

test('sellers: a shop of thousands of products renders few rows at a time, and scrolling reaches the last one', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  const nodes = () => page.evaluate('document.querySelectorAll("*").length')
  const largest = [...(await sellers())].sort((one, other) => other.jmlproduk - one.jmlproduk)[0] as Seller
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await page.goto(`/supplier/${largest.sellerid}`)
    await page.getByRole('button', { expanded: true }).waitFor()
    expect(await nodes(), `${largest.jmlproduk} products`).toBeLessThanOrEqual(1200)
  }
  await page.route(`**/api/v1/product/seller/${largest.sellerid}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: SellerPage }
    const brand = body.data.productlist[0]?.brands[0]
    const [one] = brand?.products ?? []
    if (brand && one)
      brand.products = Array.from({ length: 3000 }, (_, place) => ({
        ...one,
        id: 1_000_000 + place,
        productname: `Produk ke-${place + 1}`,
      }))
    body.data.productlist.length = 1
    await route.fulfill({ response: answer, json: body })
  })
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await page.reload()
    await page.getByText('Produk ke-1', { exact: true }).waitFor()
    expect(await nodes()).toBeLessThanOrEqual(1200)
    const last = page.getByText('Produk ke-3000', { exact: true })
    // Heights are known only for rendered rows, so the end of the page moves while scrolling.
    await expect
      .poll(async () => {
        await page.evaluate(`document.querySelector('main').lastElementChild.scrollIntoView({ block: 'end' }), scrollBy(0, 1e7)`)
        return last.isVisible()
      })
      .toBe(true)
    expect(await nodes()).toBeLessThanOrEqual(1200)
  }
  await close()
})
