import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { ProductToBuy } from '#features/ordering/purchases/buying/buy-order.ts'
import { groupInFours } from '#lib/targets.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** The product and the target. */
export function ProductHead({ product, target }: { product: ProductToBuy; target: string }) {
  return (
    <div className={classes.head}>
      <InitialsMark name={product.brandname} size={48} />
      <div className={classes.what}>
        <span className={classes.bigNumber}>{groupInFours(target)}</span>
        <span className={classes.quiet}>{product.productname}</span>
      </div>
    </div>
  )
}
