import { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import { offerCalls } from '@lapak/contract/selling/offers'
import type { DataOf } from '@lapak/contract/shared/call'
import { pageSizeMax } from '@lapak/contract/shared/wire'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type SpecialPrice = DataOf<typeof specialPriceCalls.list>['content'][number]
export type Buyer = DataOf<typeof specialPriceCalls.buyers>[number]
export type OwnOffer = DataOf<typeof offerCalls.list>['content'][number]

const key = ['special-prices'] as const

export const specialPriceList = {
  name: 'special-prices',
  call: specialPriceCalls.list,
  key: [...key, 'list'] as const,
  csv: specialPriceCalls.download,
}

/** The number of prices that a member can review at a glance. */
const shownMax = 50

/** Newest first, so that special prices that an intruder added are at the top of the list. */
export const newestSpecialPricesQuery = queryOptions({
  queryKey: [...key, 'newest'],
  queryFn: ({ signal }) => request(specialPriceCalls.list, { query: { sort: 'id,desc', size: String(shownMax) }, signal }),
})

export const buyersQuery = (cari: string) =>
  queryOptions({
    queryKey: [...key, 'buyers', cari],
    queryFn: ({ signal }) => request(specialPriceCalls.buyers, { query: { cari }, signal }),
  })

const offersQuery = (query: { brandid?: string; categoryid?: string; search?: string }) =>
  queryOptions({
    queryKey: [...key, 'offers', query],
    queryFn: ({ signal }) => request(offerCalls.list, { query: { ...query, sort: 'productcode,ASC', size: String(pageSizeMax) }, signal }),
  })

/** The shop's offers of a brand; only the shop's own offers can have a special price. */
export const offersOfBrandQuery = (brandid: string, categoryid: string) => ({
  ...offersQuery({ brandid, categoryid }),
  enabled: brandid !== '',
})

/** The shop's own offer to which a special price applies; it contains the buy price. */
export const offerOfQuery = ({ productid, productcode }: SpecialPrice['product']) => ({
  ...offersQuery({ search: productcode }),
  select: ({ content }: { content: OwnOffer[] }) => content.find((offer) => offer.productid === productid),
})

function useReadAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

interface NewSpecialPrice {
  memberid: number
  categoryid: number
  brandid: number
  productid: number
  product: Pick<OwnOffer, 'productname' | 'productcode'> | null
  price: number
}

export function useAddSpecialPrice() {
  return useMutation({
    mutationFn: (body: NewSpecialPrice) => submit(specialPriceCalls.add, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: useReadAgain(),
    meta: { shownInPlace: true },
  })
}

export interface ManySpecialPrices {
  memberids: number[]
  productids: number[]
  price?: number
  change?: { rupiah: number } | { percent: number }
}
export type ManySpecialPricesPreview = DataOf<typeof specialPriceCalls.previewMany>
export type SpecialPriceLine = ManySpecialPricesPreview['lines'][number]

export function usePreviewSpecialPrices() {
  return useMutation({
    mutationFn: (body: ManySpecialPrices) => request(specialPriceCalls.previewMany, { body }),
    meta: { shownInPlace: true },
  })
}

export function useAddSpecialPrices() {
  return useMutation({
    mutationFn: (body: ManySpecialPrices & { digest: string }) => submit(specialPriceCalls.giveMany, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: useReadAgain(),
    meta: { shownInPlace: true },
  })
}

export function useChangeSpecialPrice() {
  return useMutation({
    mutationFn: ({ id, price }: { id: bigint; price: number }) =>
      submit(specialPriceCalls.change, { params: { id: id.toString() }, body: { price } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: useReadAgain(),
    meta: { shownInPlace: true },
  })
}

export function useRemoveSpecialPrice() {
  return useMutation({
    mutationFn: (id: bigint) => submit(specialPriceCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: useReadAgain(),
  })
}
