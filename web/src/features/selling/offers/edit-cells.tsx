import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Switch } from '@mantine/core'
import { EditCell, StopRowClick } from '#features/selling/offers/edit-cell.tsx'
import { belowCostText, cutoffText, isBelowCost, marginOf, parseCutoff, stockText } from '#features/selling/offers/offer-labels.ts'
import { type Offer, type OfferChange, useChangeOffer } from '#features/selling/offers/offers.api.ts'
import { parseRupiah } from '#lib/rupiah-input.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import classes from '#ui/list-parts.module.css'
import { showError } from '#ui/snackbar.ts'

/** Saves one value of a row. A price below cost needs a confirmation but is allowed. */
function useSaveCell(offer: Offer) {
  const change = useChangeOffer()
  const save = async (body: OfferChange): Promise<boolean> => {
    const after = { ...offer, ...(body.sellprice !== undefined && { sellprice: BigInt(body.sellprice) }) }
    if (body.promoprice !== undefined) after.discount = BigInt(body.promoprice ?? 0)
    const touchesPrice = body.sellprice !== undefined || body.promoprice !== undefined
    if (touchesPrice && isBelowCost(after) && !(await isConfirmed({ question: `${belowCostText(after)}. Simpan juga?`, danger: true })))
      return false
    return change.mutateAsync({ id: offer.id, body }).then(
      () => true,
      (error: Error) => {
        showError(error.message)
        return false
      },
    )
  }
  return { save, busy: change.isPending }
}

const noNumber = 'Tulis angka bulat saja, misalnya 10.500'

export function SellPriceCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`harga jual ${offer.productcode}`}
      shown={rupiahText(offer.sellprice)}
      text={dotted(offer.sellprice)}
      wrong={(text) => (parseRupiah(text) == null ? noNumber : null)}
      save={(text) => save({ sellprice: Number(parseRupiah(text)) })}
    />
  )
}

/**
 * The cell for the price at which the seller buys; the seller's own server reports it. A change needs no confirmation, because it changes nothing for
 * buyers.
 */
export function BuyPriceCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <>
      <EditCell
        label={`harga beli ${offer.productcode}`}
        shown={offer.buyprice > 0n ? rupiahText(offer.buyprice) : <span className={classes.note}>Belum diisi</span>}
        text={offer.buyprice > 0n ? dotted(offer.buyprice) : ''}
        wrong={(text) => (parseRupiah(text) === undefined ? noNumber : null)}
        save={(text) => save({ buyprice: Number(parseRupiah(text) ?? 0) })}
      />
      {offer.buyprice > 0n && <span className={classes.note}>Untung {rupiahText(marginOf(offer))}</span>}
    </>
  )
}

export function SupplierCodeCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`kode suplier ${offer.productcode}`}
      shown={<span className={classes.code}>{offer.kodesupplier}</span>}
      text={offer.kodesupplier}
      isCode
      wrong={(text) => (text.trim() === '' ? 'Kode suplier wajib diisi' : null)}
      save={(text) => save({ kodesupplier: text.trim() })}
    />
  )
}

/**
 * The cell for the daily cut-off. Begin and end are edited in the same cell, because a begin without an end is invalid; an empty text removes the
 * cut-off.
 */
export function CutoffCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`cut-off ${offer.productcode}`}
      shown={offer.cutoffawal ? cutoffText(offer) : <span className={classes.note}>Tanpa</span>}
      text={offer.cutoffawal ? cutoffText(offer) : ''}
      isCode
      wrong={(text) => (parseCutoff(text) ? null : 'Tulis dua jam, misalnya 23:30–00:30')}
      save={(text) => save(parseCutoff(text) ?? {})}
    />
  )
}

export function CheckCodeCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`kode cek nama ${offer.productcode}`}
      shown={offer.kodecek ?? <span className={classes.note}>Tanpa</span>}
      text={offer.kodecek ?? ''}
      isCode
      wrong={() => null}
      save={(text) => save({ kodecek: text.trim() || null })}
    />
  )
}

export function PromoPriceCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`harga promo ${offer.productcode}`}
      shown={offer.discount > 0n ? rupiahText(offer.discount) : <span className={classes.note}>Tanpa promo</span>}
      text={offer.discount > 0n ? dotted(offer.discount) : ''}
      wrong={(text) => (parseRupiah(text) === undefined ? noNumber : null)}
      save={(text) => save({ promoprice: Number(parseRupiah(text) ?? 0) })}
    />
  )
}

export function StockCell({ offer }: { offer: Offer }) {
  const { save } = useSaveCell(offer)
  return (
    <EditCell
      label={`stok ${offer.productcode}`}
      shown={stockText(offer.stok)}
      text={offer.stok === null ? '' : dotted(offer.stok)}
      wrong={(text) => (parseRupiah(text) === undefined ? noNumber : null)}
      save={(text) => {
        const stock = parseRupiah(text)
        return save({ stok: stock == null ? null : Number(stock) })
      }}
    />
  )
}

export function StatusCell({ offer }: { offer: Offer }) {
  const { save, busy } = useSaveCell(offer)
  return (
    <SwitchCell
      what={`Dijual ${offer.productcode}`}
      word={offer.status ? 'Buka' : 'Tutup'}
      colour="green"
      on={offer.status}
      busy={busy}
      turn={() => save({ status: offer.status ? 0 : 1 })}
    />
  )
}

export function DisturbedCell({ offer }: { offer: Offer }) {
  const { save, busy } = useSaveCell(offer)
  return (
    <SwitchCell
      what={`Gangguan ${offer.productcode}`}
      word={offer.gangguan ? 'Ya' : 'Tidak'}
      colour="orange"
      on={offer.gangguan}
      busy={busy}
      turn={() => save({ gangguan: offer.gangguan ? 0 : 1 })}
    />
  )
}

interface SwitchCellProps {
  what: string
  word: string
  colour: 'green' | 'orange'
  on: boolean
  busy: boolean
  turn: () => unknown
}

const SwitchCell = ({ what, word, colour, on, busy, turn }: SwitchCellProps) => (
  <StopRowClick>
    <Switch size="sm" color={colour} aria-label={what} label={word} checked={on} disabled={busy} onChange={() => void turn()} />
  </StopRowClick>
)
