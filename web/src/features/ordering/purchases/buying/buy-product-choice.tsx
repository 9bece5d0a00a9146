import type { Orderable } from '@lapak/contract/ordering/purchases'
import { useEffect, useRef } from 'react'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { ClosedTag, PromoTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { shorterName } from '#lib/short-name.ts'
import { Card } from '#ui/card.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'

interface ProductChoiceProps {
  id: string
  product: Orderable
  /** What Enter in the field of the number chooses. */
  active: boolean
  /** By the arrows, so that it comes into view. */
  pointed: boolean
  /** Bought last for this number. */
  last: boolean
  /** Not to be chosen now: it is closed, or the number is not complete yet. */
  waits: boolean
  onChoose: (product: Orderable) => void
}

/** A product as one large button. What cannot be ordered now stays in view and says why. */
export function ProductChoice({ id, product, active, pointed, last, waits, onChoose }: ProductChoiceProps) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pointed) place.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const closed = product.state !== 'open'
  return (
    <Card
      ref={place}
      id={id}
      component="button"
      type="button"
      size="sm"
      look={closed ? 'off' : active ? 'chosen' : undefined}
      className={classes.choice}
      disabled={waits}
      onClick={() => onChoose(product)}
    >
      <InitialsMark name={product.brandname} size={36} />
      <span className={classes.what}>
        <span className={classes.productName}>{product.productname}</span>
        <span className={classes.quiet}>
          {product.productcode} ·{' '}
          {last
            ? 'terakhir untuk nomor ini'
            : `${product.productmemberid === undefined ? '' : 'termurah: '}${shorterName(product.sellername)}`}
        </span>
      </span>
      <span className={classes.price}>
        <OfferPrice {...product} />
        <ClosedTag state={product.state} />
        {!closed && product.promo && <PromoTag />}
      </span>
    </Card>
  )
}
