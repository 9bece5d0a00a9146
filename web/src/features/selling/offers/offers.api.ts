import { type OfferLine, type OfferPreview, offerCalls } from '@lapak/contract/selling/offers'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type Offer = DataOf<typeof offerCalls.one>
/** The terms of an offer. In a change, fields that are missing keep their value. */
export interface OfferTerms {
  kodesupplier: string
  kodecek: string | null
  sellprice: number
  buyprice: number
  promoprice: number | null
  stok: number | null
  status: 0 | 1
  gangguan: 0 | 1
  cutoffawal: string | null
  cutoffakhir: string | null
}
export type OfferChange = Partial<OfferTerms>
type NewOffer = OfferTerms & Record<'categoryid' | 'brandid' | 'productid', number>
export type OfferFilters = FiltersOf<typeof offerCalls.list>
export type { OfferLine, OfferPreview }
export type ChangesBody = BulkBody['changes']
export type BulkBody = BodySent<typeof offerCalls.bulk>
export type PricesSynced = DataOf<typeof offerCalls.syncPrices>

const key = ['own-offers'] as const

export const offerList = { name: 'own-offers', call: offerCalls.list, key: [...key, 'list'] as const, csv: offerCalls.download }

export const offerQuery = (id: string) =>
  queryOptions({ queryKey: [...key, 'one', id], queryFn: ({ signal }) => request(offerCalls.one, { params: { id }, signal }) })

export const sellableQuery = (brandid: string) =>
  queryOptions({
    queryKey: [...key, 'sellable', brandid],
    queryFn: ({ signal }) => request(offerCalls.ofBrand, { params: { id: brandid }, signal }),
    enabled: brandid !== '',
  })

/** Refetches the offers, because they also show whether the shop is open and their rank among open offers. */
export function useRefreshOffers() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

export function useAddOffer(onAdded: () => void) {
  const readAgain = useRefreshOffers()
  return useMutation({
    mutationFn: (body: NewOffer) => submit(offerCalls.add, { body }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onAdded()
    },
    onSettled: readAgain,
    meta: { shownInPlace: true },
  })
}

interface OfferChanged {
  id: bigint
  body: OfferChange
}

export function useChangeOffer() {
  const readAgain = useRefreshOffers()
  return useMutation({
    mutationFn: ({ id, body }: OfferChanged) => submit(offerCalls.change, { params: { id: id.toString() }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: readAgain,
    meta: { shownInPlace: true },
  })
}

export function useRemoveOffer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => submit(offerCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    // Invalidates only the list: the drawer of the deleted offer may still be open, and refetching that offer would fail.
    onSettled: () => queries.invalidateQueries({ queryKey: offerList.key }),
  })
}

/** Requests the preview of a bulk change, or makes the change. The dialog shows errors itself. */
export function useChangeManyOffers() {
  const readAgain = useRefreshOffers()
  return useMutation({
    mutationFn: async (body: BulkBody) => {
      const { data, msg } = await submit(offerCalls.bulk, { body })
      if (!body.preview) showSuccess(msg)
      return data
    },
    onSettled: (_answer, _error, { preview }) => (preview ? undefined : readAgain()),
    meta: { shownInPlace: true },
  })
}

interface FileSent {
  file: File
  keep: boolean
  page: number
  digest?: string
  onProgress: (part: number) => void
}

/** Requests the preview of an import file, or imports the file. */
export function useImportOffers() {
  const readAgain = useRefreshOffers()
  return useMutation({
    mutationFn: async ({ file, keep, page, digest, onProgress }: FileSent) => {
      const query = { simpan: keep ? ('1' as const) : ('0' as const), page, ...(digest !== undefined && { digest }) }
      const { data, msg } = await submit(offerCalls.file, { file, query, onProgress })
      if (keep) showSuccess(msg)
      return data
    },
    onSettled: (_answer, _error, { keep }) => (keep ? readAgain() : undefined),
    meta: { shownInPlace: true },
  })
}

/** Requests the price list of the seller's own server. A mutation rather than a query, because each request calls that server. */
export function useSyncPrices() {
  const readAgain = useRefreshOffers()
  return useMutation({
    mutationFn: () => request(offerCalls.syncPrices, {}),
    onSettled: readAgain,
    meta: { shownInPlace: true },
  })
}
