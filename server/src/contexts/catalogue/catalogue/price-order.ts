import type { Offer, Product } from '#contexts/market-data/snapshot/snapshot.ts'
import type { PageAsk } from '#http/paging.ts'

/* The sort orders of prices and products. `pageAsked` of the contract defines which sort orders a request may use. */

type Sort = PageAsk['sort']

interface Priced {
  offer: Offer
  price: bigint
}

const signOf = ({ descending }: Sort) => (descending ? -1 : 1)

export const byPrice = (sort: Sort) => (a: Priced, b: Priced) => signOf(sort) * Number(a.price - b.price) || Number(a.offer.id - b.offer.id)

/** Sorts products by their lowest price. */
export const byLeastPrice = (sort: Sort) => (a: Sold, b: Sold) =>
  signOf(sort) * Number(a.least - b.least) || Number(a.product.id - b.product.id)

interface Sold {
  product: Product
  least: bigint
}

/** Sorts the sellers of one product: open offers first, then by price. */
export const openFirst = (a: Priced & { open: boolean }, b: Priced & { open: boolean }) =>
  Number(b.open) - Number(a.open) || Number(a.price - b.price) || Number(a.offer.id - b.offer.id)

/** Sorts products by category, in the order that administrators gave the categories. */
export const byCategory = (a: Product, b: Product): number => a.categoryOrder - b.categoryOrder || Number(a.categoryId - b.categoryId)

const codes = new Intl.Collator('id', { numeric: true })

/** Sorts the products of a brand by code; numbers are compared as numbers (A5 before A10). */
export const byCode = (a: Product, b: Product): number => codes.compare(a.code, b.code)
