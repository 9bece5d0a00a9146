import { useLiveSums } from '#features/ordering/purchases/purchase-sums.live.ts'
import { useLiveRows } from '#features/ordering/purchases/purchases.live.ts'
import { saleDetailKey, saleListsKey, saleSumsKey, salesKey } from '#features/ordering/purchases/sales/sales.api.ts'
import { useRealtime } from '#lib/realtime.ts'

export function useLiveSales() {
  const live = useLiveRows({ event: 'penjualan', all: salesKey, lists: saleListsKey, detail: saleDetailKey })
  useRealtime('penjualanpindah', ({ id }) => live.forget(id))
  return live
}

export function useLiveSaleSums() {
  useLiveSums('penjualan', saleSumsKey)
  useLiveSums('penjualanpindah', saleSumsKey)
}
