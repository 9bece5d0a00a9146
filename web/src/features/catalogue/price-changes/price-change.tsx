import type { ChangeRow } from '@lapak/contract/catalogue/price-changes'
import { dotted } from '@lapak/contract/shared/money'
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconBuildingStore,
  IconCheck,
  IconClockPause,
  IconPackage,
  IconPackageOff,
  IconTrash,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from '#features/catalogue/price-changes/price-change.module.css'

/** A change of an offer as text; for a price change its direction, sign and amount. */
export function PriceChange({ change: { kind, pricebefore, price } }: { change: ChangeRow }) {
  if (kind !== 'price' && kind !== 'special') return <Note {...notes[kind]} />
  const difference = (price ?? 0n) - (pricebefore ?? 0n)
  if (difference > 0n) return <Note icon={IconArrowUpRight} direction="up" words={`Naik Rp +${dotted(difference)}`} />
  if (difference < 0n) return <Note icon={IconArrowDownRight} direction="down" words={`Turun Rp ${dotted(difference)}`} />
  return <Note words="Harga khusus berubah" />
}

const notes: Record<Exclude<ChangeRow['kind'], 'price' | 'special'>, { icon: TablerIcon; words: string }> = {
  open: { icon: IconBuildingStore, words: 'Buka lagi' },
  closed: { icon: IconZzz, words: 'Tutup' },
  removed: { icon: IconTrash, words: 'Tidak dijual lagi' },
  disturbed: { icon: IconAlertTriangle, words: 'Gangguan' },
  restored: { icon: IconCheck, words: 'Gangguan selesai' },
  cut_off: { icon: IconClockPause, words: 'Cut-off' },
  cut_off_over: { icon: IconCheck, words: 'Cut-off selesai' },
  sold_out: { icon: IconPackageOff, words: 'Stok habis' },
  in_stock: { icon: IconPackage, words: 'Stok ada lagi' },
  shop_open: { icon: IconBuildingStore, words: 'Toko buka lagi' },
  shop_closed: { icon: IconZzz, words: 'Toko tutup' },
}

/** The note on a row of the buying list, about a price change within the last day. */
export function ChangeNote({ of: change }: { of: ChangeRow | undefined }) {
  return change && <PriceChange change={change} />
}

interface NoteProps {
  icon?: TablerIcon
  direction?: 'up' | 'down'
  words: string
}

function Note({ icon: Icon, direction, words }: NoteProps) {
  return (
    <span className={classes.note} data-direction={direction}>
      {Icon && <Icon size={14} aria-hidden />}
      {words}
    </span>
  )
}
