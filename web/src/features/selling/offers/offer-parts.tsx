import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { isBelowCost, rankText, stockText } from '#features/selling/offers/offer-labels.ts'
import type { Offer } from '#features/selling/offers/offers.api.ts'
import classes from '#ui/list-parts.module.css'
import { Rupiah } from '#ui/money.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { Tag } from '#ui/tag.tsx'

export const BelowCostBadge = ({ offer }: { offer: Offer }) =>
  isBelowCost(offer) ? <StatusBadge colour="red" icon={IconAlertTriangle} label="Di bawah modal" /> : null

export const ShopState = ({ open }: { open: boolean }) =>
  open ? <StatusBadge colour="green" icon={IconCircleCheck} label="Buka" /> : <StatusBadge colour="red" icon={IconCircleX} label="Tutup" />

/** An offer on a phone; a tap opens its details. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { productname, productcode, membercode, discount, sellprice, status, gangguan, stok } = offer
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <strong>{productname}</strong>
        <Rupiah of={sellprice} strong />
      </div>
      {discount > 0n && (
        <div className={classes.line}>
          <Tag tone="offer">Promo</Tag>
          <Rupiah of={discount} strong />
        </div>
      )}
      <div className={classes.line}>
        <span className={classes.code}>
          {productcode} · {membercode}
        </span>
        <span className={classes.note}>
          {offer.buyprice > 0n && (
            <>
              Beli <Rupiah of={offer.buyprice} />
            </>
          )}
        </span>
      </div>
      <div className={classes.line}>
        <ShopState open={status} />
        <span className={classes.note}>{rankText(offer)}</span>
      </div>
      <div className={classes.line}>
        <span className={classes.note}>Stok {stockText(stok).toLowerCase()}</span>
        {gangguan && <Tag>Gangguan</Tag>}
        <BelowCostBadge offer={offer} />
      </div>
    </div>
  )
}
