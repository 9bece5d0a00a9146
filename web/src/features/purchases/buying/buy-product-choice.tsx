import type { Orderable } from '@lapak/contract/purchases'
import { OfferPrice } from '#features/catalogue/offer-price.tsx'
import { ClosedTag, PromoTag } from '#features/catalogue/offer-tags.tsx'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import { shorterName } from '#lib/short-name.ts'
import { Card } from '#ui/card.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** A product as one large button. What cannot be ordered now stays in view and says why. */
export function ProductChoice({ product, onChoose }: { product: Orderable; onChoose: (product: Orderable) => void }) {
  const closed = product.state !== 'open'
  return (
    <Card
      component="button"
      type="button"
      size="sm"
      look={closed ? 'off' : undefined}
      className={classes.choice}
      disabled={closed}
      onClick={() => onChoose(product)}
    >
      <InitialsMark name={product.brandname} size={40} />
      <span className={classes.what}>
        <span className={classes.productName}>{product.productname}</span>
        <span className={classes.quiet}>
          {product.productcode} · {shorterName(product.sellername)}
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
