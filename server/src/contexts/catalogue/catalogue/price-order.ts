import type { Offer, Product } from '#contexts/market-data/snapshot/snapshot.ts'
import type { PageAsk } from '#http/paging.ts'

/* The orders in which prices and products are shown; what may be asked for is `pageAsked` of the contract. */

type Sort = PageAsk['sort']

interface Priced {
  offer: Offer
  price: bigint
}

const signOf = ({ descending }: Sort) => (descending ? -1 : 1)

export const byPrice = (sort: Sort) => (a: Priced, b: Priced) => signOf(sort) * Number(a.price - b.price) || Number(a.offer.id - b.offer.id)

/** Products by what each costs at least. */
export const byLeastPrice = (sort: Sort) => (a: Sold, b: Sold) =>
  signOf(sort) * Number(a.least - b.least) || Number(a.product.id - b.product.id)

interface Sold {
  product: Product
  least: bigint
}

/** Sellers of one product: those that can be ordered from now before the others, each cheapest first. */
export const openFirst = (a: Priced & { open: boolean }, b: Priced & { open: boolean }) =>
  Number(b.open) - Number(a.open) || Number(a.price - b.price) || Number(a.offer.id - b.offer.id)

const codes = new Intl.Collator('id', { numeric: true })

/** Products of a brand: A5 before A10. */
export const byCode = (a: Product, b: Product): number => codes.compare(a.code, b.code)
