import { dotted } from '@lapak/contract/money'
import type { ChangeRow } from '@lapak/contract/price-changes'
import { IconArrowDownRight, IconArrowUpRight, IconBuildingStore, IconTrash, IconZzz, type TablerIcon } from '@tabler/icons-react'
import classes from '#features/price-changes/price-change.module.css'

/** A change in words: dearer and cheaper with amount and sign. */
export function PriceChange({ change: { kind, pricebefore, price } }: { change: ChangeRow }) {
  if (kind === 'removed') return <Note icon={IconTrash} words="Tidak dijual lagi" />
  const difference = (price ?? pricebefore) - pricebefore
  if (difference > 0n) return <Note icon={IconArrowUpRight} direction="up" words={`Naik Rp +${dotted(difference)}`} />
  if (difference < 0n) return <Note icon={IconArrowDownRight} direction="down" words={`Turun Rp ${dotted(difference)}`} />
  if (kind === 'open') return <Note icon={IconBuildingStore} words="Buka lagi" />
  if (kind === 'closed') return <Note icon={IconZzz} words="Tutup" />
  return <Note words="Harga khusus berubah" />
}

/** In the list: only what changed the price within the last day. */
export function ChangeNote({ of: change }: { of: ChangeRow | undefined }) {
  if (!change || change.price === null || change.price === change.pricebefore) return null
  return <PriceChange change={change} />
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
