import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import { dotted } from '@lapak/contract/shared/money'
import { useMutation } from '@tanstack/react-query'
import { useRefreshLists } from '#features/ordering/buying-list/buying-list.api.ts'
import { submit } from '#lib/api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** Adds all offers of a seller to the buyer's list, after one confirmation. */
export function useAddSeller({ sellerid, sellername }: { sellerid: bigint; sellername: string }) {
  const refresh = useRefreshLists()
  const adding = useMutation({
    mutationFn: () => submit(buyingListCalls.addSeller, { params: { id: sellerid.toString() } }),
    onSuccess: ({ data }) =>
      showSuccess(data.ditambah > 0 ? `${dotted(data.ditambah)} produk ditambahkan` : 'Semua produknya sudah di daftar'),
    onSettled: refresh,
  })
  return {
    addAll: (missing: number) =>
      openConfirmation({
        question: `Tambah ${dotted(missing)} produk dari ${sellername} ke daftar produk Anda? Suplier yang sudah ada di daftar tetap didahulukan.`,
        onYes: () => adding.mutate(),
      }),
    addingAll: adding.isPending,
  }
}

interface Offer {
  /** The id of the offer. */
  id: bigint
  productname: string
  sellerid: bigint
  sellername: string
}

/** Adds an offer to the buyer's list, after a confirmation because orders will be routed to the offer. */
export function useAddToList() {
  const refresh = useRefreshLists()
  const adding = useMutation({
    mutationFn: ({ id, sellerid }: Offer) =>
      submit(buyingListCalls.add, { body: { productmemberid: Number(id), status: 1, sellerid: Number(sellerid) } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
  return {
    add: (offer: Offer) =>
      openConfirmation({
        question: `Tambah ${offer.productname} dari ${offer.sellername} ke daftar produk Anda?`,
        onYes: () => adding.mutate(offer),
      }),
    /** The id of the offer that is being added. */
    adding: adding.isPending ? adding.variables.id : undefined,
  }
}
