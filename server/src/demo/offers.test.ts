import { expect, test } from 'vitest'
import { demoProducts } from './catalogue.ts'
import { type DemoOffer, demoMappings, demoOffers, demoSpecialPrices } from './offers.ts'
import { demoBuyers, demoSellers } from './people.ts'

const offers = demoOffers()
const mappings = demoMappings()
const offerOf = (sellerEmail: string, productCode: string): DemoOffer | undefined =>
  offers.find((offer) => offer.sellerEmail === sellerEmail && offer.productCode === productCode)

test('the generated offers are the same every time', () => {
  expect(demoOffers()).toEqual(offers)
  expect(demoMappings()).toEqual(mappings)
  expect(demoSpecialPrices()).toEqual(demoSpecialPrices())
})

test('every product is on sale in an open shop', () => {
  const openShops = new Set(demoSellers.filter(({ shopOpen }) => shopOpen).map(({ email }) => email))
  const onSale = new Set(offers.filter(({ sellerEmail, open }) => open && openShops.has(sellerEmail)).map(({ productCode }) => productCode))
  // A few are closed everywhere, as in a real market.
  expect(demoProducts.filter(({ code }) => !onSale.has(code)).length).toBeLessThan(5)
})

test('each seller has one offer per product and unique supplier codes', () => {
  expect(new Set(offers.map(({ sellerEmail, productCode }) => `${sellerEmail} ${productCode}`)).size).toBe(offers.length)
  expect(new Set(offers.map(({ sellerEmail, supplierCode }) => `${sellerEmail} ${supplierCode}`)).size).toBe(offers.length)
  expect(offers.every(({ supplierCode }) => /^[A-Z0-9]{1,20}$/.test(supplierCode))).toBe(true)
})

test('no offer is sold below cost', () => {
  for (const { buyPrice, sellPrice, promoPrice, productCode, sellerEmail } of offers) {
    expect(buyPrice > 0n && buyPrice < sellPrice, `${sellerEmail} ${productCode}`).toBe(true)
    if (promoPrice !== null) expect(promoPrice >= buyPrice && promoPrice < sellPrice, `${sellerEmail} ${productCode}`).toBe(true)
  }
})

test('every state that a list can show occurs in the generated offers', () => {
  expect(offers.some(({ open }) => !open)).toBe(true)
  expect(offers.some(({ disturbed }) => disturbed)).toBe(true)
  expect(offers.some(({ stock }) => stock === 0)).toBe(true)
  expect(offers.some(({ stock }) => stock !== null && stock > 0)).toBe(true)
  expect(offers.some(({ promoPrice }) => promoPrice !== null)).toBe(true)
  expect(new Set(offers.filter(({ cutoff }) => cutoff !== null).map(({ sellerEmail }) => sellerEmail)).size).toBe(1)
  expect(
    offers.every(({ cutoff }) => cutoff === null || [cutoff.from, cutoff.to].every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))),
  ).toBe(true)
})

test('buying lists contain existing offers, two or three per product, with priorities without gaps', () => {
  const perProduct = new Map<string, number[]>()
  for (const { buyerEmail, productCode, sellerEmail, priority } of mappings) {
    expect(offerOf(sellerEmail, productCode), `${sellerEmail} ${productCode}`).toBeDefined()
    const key = `${buyerEmail} ${productCode}`
    perProduct.set(key, [...(perProduct.get(key) ?? []), priority])
  }
  for (const [key, priorities] of perProduct) {
    expect(priorities, key).toEqual(priorities.map((_, index) => index + 1))
    expect(priorities.length, key).toBeGreaterThanOrEqual(2)
    expect(priorities.length, key).toBeLessThanOrEqual(3)
  }
  const counts = demoBuyers.map(
    ({ email }) => new Set(mappings.filter(({ buyerEmail }) => buyerEmail === email).map(({ productCode }) => productCode)).size,
  )
  expect(counts[0]).toBeGreaterThanOrEqual(75)
  expect(counts[0]).toBeLessThanOrEqual(90)
  expect(counts[3]).toBe(0)
  const closed = new Set(demoSellers.filter(({ shopOpen }) => !shopOpen).map(({ email }) => email))
  expect(mappings.some(({ sellerEmail }) => closed.has(sellerEmail))).toBe(true)
  expect(mappings.filter(({ sellerEmail, priority }) => priority === 1 && closed.has(sellerEmail))).toEqual([])
})

test('products that the guides order first can be bought at any hour', () => {
  for (const code of ['S5', 'S10', 'PLN20', 'DANAOPEN', 'PLNPASCA']) {
    expect(offerOf('penjual@lapak.test', code)).toMatchObject({ open: true, disturbed: false, stock: null, cutoff: null })
    const first = mappings.find(
      ({ buyerEmail, productCode, priority }) => buyerEmail === 'pembeli@lapak.test' && productCode === code && priority === 1,
    )
    const offer = first && offerOf(first.sellerEmail, code)
    expect(first?.sellerEmail, code).toBe('penjual@lapak.test')
    expect(offer, code).toMatchObject({ open: true, disturbed: false, cutoff: null })
    expect(offer?.stock, code).not.toBe(0)
    expect(demoSellers.find(({ email }) => email === first?.sellerEmail)?.shopOpen, code).toBe(true)
  }
})

test('a special price is a discount and still covers its cost', () => {
  const specials = demoSpecialPrices()
  expect(specials.length).toBeGreaterThanOrEqual(20)
  expect(new Set(specials.map(({ buyerEmail, sellerEmail, productCode }) => `${buyerEmail} ${sellerEmail} ${productCode}`)).size).toBe(
    specials.length,
  )
  for (const { sellerEmail, productCode, price } of specials) {
    const offer = offerOf(sellerEmail, productCode)
    expect(offer && price >= offer.buyPrice && price < (offer.promoPrice ?? offer.sellPrice), `${sellerEmail} ${productCode}`).toBe(true)
  }
})
