import { type MappingRow, mappingStatusLabels } from '@lapak/contract/ordering/buying-list'
import { useRemoveMapping, useSetMappingStatus } from '#features/ordering/buying-list/buying-list.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'

export interface MappingActions {
  askSwitch: (row: MappingRow) => void
  confirmRemove: (row: MappingRow) => void
  openRoute: (productcode: string) => void
  buy: (row: MappingRow) => void
  /** Whether a request about the row is pending. */
  busy: (row: MappingRow) => boolean
}

/** The actions on a row. Switching an entry on or off and deleting it change the routes of orders, so they need a confirmation. */
export function useMappingActions({ openRoute, buy }: Pick<MappingActions, 'openRoute' | 'buy'>): MappingActions {
  const setStatus = useSetMappingStatus()
  const remove = useRemoveMapping()
  return {
    openRoute,
    buy,
    askSwitch: (row) =>
      openConfirmation({
        question: `Ubah ${row.productname} dari ${row.sellername} menjadi ${mappingStatusLabels[row.status ? 0 : 1]}?`,
        onYes: () => setStatus.mutate({ id: row.id, on: !row.status }),
      }),
    confirmRemove: (row) =>
      openConfirmation({
        question: `Hapus ${row.productname} dari ${row.sellername} dari daftar Anda?`,
        danger: true,
        onYes: () => remove.mutate(row.id),
      }),
    busy: (row) => (setStatus.isPending && setStatus.variables.id === row.id) || (remove.isPending && remove.variables === row.id),
  }
}
