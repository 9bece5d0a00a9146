import { offerStateLabels } from '@lapak/contract/shared/offer-states'
import { Button } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconCircleX, IconPlus } from '@tabler/icons-react'
import { NormalPrice } from '#features/catalogue/catalogue/normal-price.tsx'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { PromoTag } from '#features/catalogue/catalogue/offer-tags.tsx'
import type { SellerProduct } from '#features/selling/sellers/product-groups.ts'
import classes from '#features/selling/sellers/product-list.module.css'
import { StatusBadge } from '#ui/status-badge.tsx'

export interface ProductActions {
  add: (product: SellerProduct) => void
  /** The id of the product that is being added to the buying list. */
  adding: bigint | undefined
  buy: (product: SellerProduct) => void
}

/** Whether the seller has opened the product. If it cannot be ordered for another reason than being closed, the reason is shown too. */
export function ProductState({ product: { status, state } }: { product: SellerProduct }) {
  return (
    <span className={classes.state}>
      {status ? (
        <StatusBadge colour="green" icon={IconCircleCheck} label="Open" />
      ) : (
        <StatusBadge colour="red" icon={IconCircleX} label="Close" />
      )}
      {state !== 'open' && state !== 'closed' && <span className={classes.why}>{offerStateLabels[state]}</span>}
    </span>
  )
}

export function ProductPrice({ product }: { product: SellerProduct }) {
  return (
    <span className={classes.price}>
      {product.discount > 0n && <PromoTag />}
      <NormalPrice {...product} />
      <OfferPrice {...product} />
    </span>
  )
}

export function ProductButtons({ product, actions: { add, adding, buy } }: { product: SellerProduct; actions: ProductActions }) {
  const { id, productname, sudahada, status } = product
  return (
    <span className={classes.buttons}>
      <Button
        size="sm"
        variant="light"
        disabled={sudahada}
        className={classes.add}
        loading={adding === id}
        leftSection={sudahada ? <IconCheck size={16} /> : <IconPlus size={16} />}
        aria-label={`Tambah ke daftar Produk: ${productname}${sudahada ? '. Sudah di daftar' : ''}`}
        onClick={() => add(product)}
      >
        {sudahada ? 'Sudah' : 'Tambah'}
        <span className={classes.rest}>{sudahada ? 'di daftar' : 'ke daftar Produk'}</span>
      </Button>
      <Button size="sm" variant="light" color="orange" disabled={!status} aria-label={`Beli ${productname}`} onClick={() => buy(product)}>
        Beli
      </Button>
    </span>
  )
}
