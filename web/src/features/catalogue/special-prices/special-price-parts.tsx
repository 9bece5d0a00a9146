import { specialPriceStatus } from '@lapak/contract/catalogue/special-prices'
import { normalPrice } from '@lapak/contract/selling/offers'
import { rupiahText } from '@lapak/contract/shared/money'
import { Alert } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Buyer, OwnOffer, SpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import classes from '#features/catalogue/special-prices/special-prices.module.css'
import { Avatar } from '#ui/avatar.tsx'
import parts from '#ui/list-parts.module.css'
import { Rupiah } from '#ui/money.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The price that all other buyers pay. */
export const normalPriceOf = ({ product, discount }: SpecialPrice): bigint => normalPrice({ sellprice: product.sellprice, discount })

export const BuyerName = ({ of: { membername, memberavatar } }: { of: Pick<Buyer, 'membername' | 'memberavatar'> }) => (
  <span className={classes.member}>
    <Avatar name={membername} address={memberavatar} size={28} />
    {membername}
  </span>
)

export const SpecialPriceStatus = ({ open }: { open: boolean }) => (
  <StatusBadge colour={open ? 'green' : 'red'} icon={open ? IconCircleCheck : IconCircleX} label={specialPriceStatus(open)} />
)

/** Warns about a price below the cost or above the normal price. Such a price is allowed. */
export function PriceWarning({ price, offer }: { price: bigint | null | undefined; offer: OwnOffer | undefined }) {
  if (!price || !offer) return null
  const normal = normalPrice(offer)
  if (price < offer.buyprice)
    return (
      <Alert color="red" title="Di bawah modal">
        {rupiahText(price)} di bawah harga beli {rupiahText(offer.buyprice)}. Boleh disimpan.
      </Alert>
    )
  if (price <= normal) return null
  return (
    <Alert color="orange" title="Lebih mahal dari harga normal">
      Pembeli lain membayar {rupiahText(normal)}. Boleh disimpan.
    </Alert>
  )
}

/** A special price on a phone; a tap opens it. */
export function SpecialPriceCard({ price }: { price: SpecialPrice }) {
  const { member, product, hargajual, status } = price
  return (
    <div className={parts.card}>
      <div className={parts.line}>
        <BuyerName of={member} />
        <Rupiah of={hargajual} strong />
      </div>
      <div className={parts.line}>
        <span>{product.productname}</span>
        <span className={parts.note}>
          Normal <Rupiah of={normalPriceOf(price)} />
        </span>
      </div>
      <div className={parts.line}>
        <span className={parts.code}>
          #{price.id.toString()} · {product.productcode} · {product.brand.brandname}
        </span>
        <SpecialPriceStatus open={status} />
      </div>
    </div>
  )
}
