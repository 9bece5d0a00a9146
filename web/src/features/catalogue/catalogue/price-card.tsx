import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '#features/auth/access/use-user.ts'
import { NormalPrice } from '#features/catalogue/catalogue/normal-price.tsx'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { ClosedTag, PromoTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import classes from '#features/catalogue/catalogue/price-card.module.css'
import { ProductCard } from '#features/catalogue/catalogue/product-card.tsx'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import { shorterName } from '#lib/short-name.ts'
import link from '#ui/text-link.module.css'

export interface OfferActions {
  /** Called to add the offer to the buyer's list. */
  add: (offer: PricingRow) => void
  /** The id of the offer that is being added. */
  adding: bigint | undefined
  buy: (offer: PricingRow) => void
}

/** A card with one seller's price of one product. */
export function PriceCard({ offer, actions }: { offer: PricingRow; actions: OfferActions }) {
  const { sellername, sellerid } = offer
  // Members cannot buy from themselves.
  const own = useUser()?.member.memberid === sellerid
  return (
    <ProductCard
      product={offer}
      label={`${offer.productname} dari ${sellername}`}
      open={offer.state === 'open'}
      trailing={
        <span className={classes.tags}>
          {offer.discount > 0n && <PromoTag />}
          <ClosedTag state={offer.state} />
        </span>
      }
    >
      <div className={classes.facts}>
        <div className={classes.price}>
          <span className={classes.amount}>
            <OfferPrice {...offer} />
          </span>
          <NormalPrice {...offer} />
        </div>
        <div className={classes.from}>
          <Link to="/supplier/$id" params={{ id: sellerid.toString() }} className={link.link} title={sellername}>
            {shorterName(sellername)}
          </Link>
          <Quality {...offer} />
        </div>
      </div>
      {own ? <p className={classes.own}>Produk toko Anda</p> : <Actions offer={offer} actions={actions} />}
    </ProductCard>
  )
}

function Actions({ offer, actions: { add, adding, buy } }: { offer: PricingRow; actions: OfferActions }) {
  const { productname, sellername, sudahada } = offer
  const what = `${productname} dari ${sellername}`
  return (
    <div className={classes.actions}>
      <Button
        size="sm"
        variant="default"
        disabled={sudahada}
        loading={adding === offer.id}
        leftSection={sudahada ? <IconCheck size={16} /> : <IconPlus size={16} />}
        aria-label={sudahada ? `Sudah ada di daftar: ${what}` : `Tambah ${what}`}
        onClick={() => add(offer)}
      >
        {sudahada ? 'Sudah ada' : 'Tambah'}
      </Button>
      <Button
        size="sm"
        variant="light"
        color="orange"
        disabled={offer.state !== 'open'}
        aria-label={`Beli ${what}`}
        onClick={() => buy(offer)}
      >
        Beli
      </Button>
    </div>
  )
}
