import { useLiveRows } from '#features/purchases/purchases.live.ts'
import { saleDetailKey, saleListsKey, saleSumsKey, salesKey } from '#features/purchases/sales/sales.api.ts'

export const useLiveSales = () =>
  useLiveRows({ event: 'penjualan', all: salesKey, lists: saleListsKey, sums: saleSumsKey, detail: saleDetailKey })
