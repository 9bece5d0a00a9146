import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import classes from '#features/catalogue/catalogue/offer-buttons.module.css'
import type { OfferActions } from '#features/catalogue/catalogue/price-card.tsx'

/** The buttons of one offer: add it to the buying list, or buy it. */
export function OfferButtons({ offer, actions: { add, adding, buy } }: { offer: PricingRow; actions: OfferActions }) {
  const { productname, sellername, sudahada } = offer
  const what = `${productname} dari ${sellername}`
  return (
    <span className={classes.buttons}>
      <ActionIcon
        size={36}
        variant="default"
        disabled={sudahada}
        loading={adding === offer.id}
        aria-label={sudahada ? `Sudah ada di daftar: ${what}` : `Tambah ${what}`}
        title={sudahada ? 'Sudah ada di daftar' : 'Tambah ke daftar'}
        onClick={() => add(offer)}
      >
        {sudahada ? <IconCheck size={16} /> : <IconPlus size={16} />}
      </ActionIcon>
      <Button
        size="sm"
        px={12}
        variant="light"
        color="orange"
        disabled={offer.state !== 'open'}
        aria-label={`Beli ${what}`}
        onClick={() => buy(offer)}
      >
        Beli
      </Button>
    </span>
  )
}
