import type { ComparedProduct, PricingRow } from '@lapak/contract/catalogue/catalogue'
import { dotted } from '@lapak/contract/shared/money'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '#features/catalogue/catalogue/compare-card.module.css'
import { NormalPrice } from '#features/catalogue/catalogue/normal-price.tsx'
import { OfferButtons } from '#features/catalogue/catalogue/offer-buttons.tsx'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { ClosedTag, PromoTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'
import { ProductCard } from '#features/catalogue/catalogue/product-card.tsx'
import { Saving } from '#features/catalogue/catalogue/saving.tsx'
import { shorterName } from '#lib/short-name.ts'
import link from '#ui/text-link.module.css'

interface CompareCardProps {
  product: ComparedProduct
  actions: OfferActions
  /** Called to show the cards of all sellers of the product. */
  onAll: () => void
}

/** One product with its sellers; open offers first, the cheapest at the top. */
export function CompareCard({ product, actions, onAll }: CompareCardProps) {
  const { productname, suplier, buka, prices } = product
  return (
    <ProductCard
      product={product}
      label={productname}
      open={buka > 0}
      trailing={<span className={classes.count}>{buka > 0 ? `${dotted(buka)} suplier buka` : 'Semua suplier tutup'}</span>}
    >
      <Saving of={product} />
      <ul className={classes.sellers} aria-label={`Suplier ${productname}`}>
        {prices.map((offer) => (
          <Seller key={offer.id.toString()} offer={offer} actions={actions} />
        ))}
      </ul>
      {suplier > prices.length && (
        <Button size="sm" variant="subtle" className={classes.all} aria-label={`Semua suplier ${productname}`} onClick={onAll}>
          Semua {dotted(suplier)} suplier
        </Button>
      )}
    </ProductCard>
  )
}

function Seller({ offer, actions }: { offer: PricingRow; actions: OfferActions }) {
  const { sellerid, sellername, discount, state } = offer
  return (
    <li className={classes.seller} data-off={state !== 'open' || undefined}>
      <span className={classes.who}>
        <Link to="/supplier/$id" params={{ id: sellerid.toString() }} className={link.link} title={sellername}>
          {shorterName(sellername)}
        </Link>
        <span className={classes.price}>
          <OfferPrice {...offer} />
          <NormalPrice {...offer} />
          {discount > 0n && <PromoTag />}
          <ClosedTag state={state} />
        </span>
      </span>
      <OfferButtons offer={offer} actions={actions} />
    </li>
  )
}
