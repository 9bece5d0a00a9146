import { VisuallyHidden } from '@mantine/core'
import classes from '#features/catalogue/catalogue/normal-price.module.css'
import { Rupiah } from '#ui/money.tsx'

/** The normal price, struck out because this buyer pays less: a promo price or, without a promo, a special price from the seller. */
export function NormalPrice({ price, sellprice, discount }: { price: bigint; sellprice: bigint; discount: bigint }) {
  if (price >= sellprice) return null
  return (
    <>
      <s className={classes.normal}>
        <VisuallyHidden>Harga normal </VisuallyHidden>
        <Rupiah of={sellprice} />
      </s>
      {discount === 0n && <span className={classes.special}>Harga khusus Anda</span>}
    </>
  )
}
