import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptOffer } from './kept-offer.ts'
import { OffersByOwner } from './offers-by-owner.ts'
import type { Offer } from './snapshot.ts'

const codeOf = fc.option(fc.string(), { nil: null })
const written: fc.Arbitrary<Offer> = fc.record({
  id: fc.bigInt({ min: 1n, max: 30n }),
  sellerId: fc.bigInt({ min: 1n, max: 3n }),
  productId: fc.constant(1n),
  supplierCode: fc.string(),
  formerCode: fc.option(fc.record({ code: fc.string(), since: fc.constant(null), until: fc.date() }), { nil: null }),
  checkCode: codeOf,
  sellPrice: fc.bigInt({ min: 1n, max: 9n }),
  promoPrice: fc.option(fc.constant(1n), { nil: null }),
  open: fc.boolean(),
  disturbed: fc.boolean(),
  stocked: fc.boolean(),
  archived: fc.boolean(),
  cutoff: fc.option(fc.constant({ from: 1, to: 2 }), { nil: null }),
  version: fc.bigInt({ min: 0n, max: 9n }),
})

test('a `KeptOffer` returns the values of the offer from which it was built', () => {
  fc.assert(
    fc.property(written, (offer) => {
      const kept: Offer = new KeptOffer(offer)
      expect(Object.fromEntries(Object.keys(offer).map((name) => [name, kept[name as keyof Offer]]))).toEqual(offer)
    }),
  )
})

test('the offers of each owner are the newest versions, sorted by id and without archived offers, in whatever order the rows are read', () => {
  fc.assert(
    fc.property(fc.array(written), (offers) => {
      const byOwner = new OffersByOwner<Offer>()
      const newest = new Map<string, Offer>()
      for (const offer of offers) {
        byOwner.set(offer.sellerId, offer)
        newest.set(`${offer.sellerId} ${offer.id}`, offer)
      }
      for (const seller of [1n, 2n, 3n, 4n]) {
        const own = [...newest.values()].filter(({ sellerId, archived }) => sellerId === seller && !archived)
        expect(byOwner.of(seller)).toEqual(own.sort((a, b) => Number(a.id - b.id)))
      }
    }),
  )
})
