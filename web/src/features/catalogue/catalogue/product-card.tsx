import type { ReactNode } from 'react'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import classes from '#features/catalogue/catalogue/product-card.module.css'
import { Card } from '#ui/card.tsx'

interface ProductCardProps {
  product: { productname: string; productcode: string; brandname: string; brandlogo: string | null }
  /** Label of the whole card, for screen readers. */
  label: string
  /** Whether the product can be ordered. */
  open: boolean
  /** Content next to the name of the product. */
  trailing: ReactNode
  children: ReactNode
}

/** A product with its price at one seller or at several. */
export const ProductCard = ({ product, label, open, trailing, children }: ProductCardProps) => (
  <Card component="article" look={open ? undefined : 'off'} className={classes.card} aria-label={label}>
    <div className={classes.head}>
      <BrandMark name={product.brandname} logo={product.brandlogo} />
      <div className={classes.what}>
        <span className={classes.name}>{product.productname}</span>
        <span className={classes.code}>{product.productcode.toUpperCase()}</span>
      </div>
      {trailing}
    </div>
    {children}
  </Card>
)
