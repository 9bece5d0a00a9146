import { productTypes } from '@lapak/contract/catalogue/catalogue.admin'
import type { TargetKind } from '@lapak/contract/market-data/targets'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { StatusBadge } from '#ui/status-badge.tsx'

export const statusLabels = { open: 'Aktif', closed: 'Non Aktif' } as const
/** In the specification, the labels for groups differ from the labels of other records. */
export const groupStatusLabels = { open: 'Aktif', closed: 'Tidak Aktif' } as const

/** A category is not closed: its products are sold nevertheless. */
export const categoryStatusLabels = { open: 'Tampil', closed: 'Disembunyikan' } as const

/** Help of a select of categories that has no choices. */
export const noCategories = 'Belum ada kategori. Tambah dahulu di tab Category.'

export const ActiveBadge = ({ open, words = statusLabels }: { open: boolean; words?: { open: string; closed: string } }) =>
  open ? (
    <StatusBadge colour="green" icon={IconCircleCheck} label={words.open} />
  ) : (
    <StatusBadge colour="gray" icon={IconCircleOff} label={words.closed} />
  )

export const productTypeChoices = Object.entries(productTypes).map(([value, label]) => ({ value, label }))

export const statusChoices = [
  { value: '1', label: statusLabels.open },
  { value: '0', label: statusLabels.closed },
]

export const targetKindLabels: Record<TargetKind, string> = {
  mobile: 'Nomor HP',
  digits: 'Angka (ID pelanggan, kartu)',
  meter: 'Meter PLN (11 atau 12 angka)',
  text: 'Bebas (ID game, e-mail)',
}
