import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { removeMapping, setMappingStatus, useRefreshLists } from '#features/ordering/buying-list/buying-list.api.ts'
import type { BulkAction } from '#ui/use-bulk.ts'

/** What can be done with several products of the list. */
export function useMappingBulk(): BulkAction<MappingRow>[] {
  const settled = useRefreshLists()
  return [
    {
      label: 'Aktifkan',
      icon: IconPlayerPlay,
      question: (count) => `Aktifkan ${count} produk di daftar Anda?`,
      run: ({ id }) => setMappingStatus({ id, on: true }),
      done: (count) => `${count} produk aktif`,
      settled,
    },
    {
      label: 'Nonaktifkan',
      icon: IconPlayerPause,
      question: (count) => `Nonaktifkan ${count} produk di daftar Anda? Pesanan tidak lagi dikirim ke sana.`,
      run: ({ id }) => setMappingStatus({ id, on: false }),
      done: (count) => `${count} produk nonaktif`,
      settled,
    },
    {
      label: 'Hapus',
      icon: IconTrash,
      danger: true,
      question: (count) => `Hapus ${count} produk dari daftar Anda?`,
      run: ({ id }) => removeMapping(id),
      done: (count) => `${count} produk dihapus dari daftar`,
      settled,
    },
  ]
}
