import { productType } from '@lapak/contract/ordering/purchases'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { targetRefusal } from '#features/ordering/purchases/buying/buy-choose-step.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { Favourites } from '#features/ordering/purchases/buying/buy-favourites.tsx'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import type { Wanted } from '#features/ordering/purchases/buying/buy-order.ts'
import { RecentTargets } from '#features/ordering/purchases/buying/buy-recent-targets.tsx'
import { TargetField, targetMin } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { useFavouritePick } from '#features/ordering/purchases/buying/use-favourite-pick.ts'
import { beginningOf } from '#features/ordering/purchases/buying/use-picker.ts'
import { orderableQuery } from '#features/ordering/purchases/purchases.api.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

const submitWords = { [productType.prepaid]: 'Lanjut', [productType.bill]: 'Cek tagihan', [productType.openDenomination]: 'Isi nominal' }

/** The product and its seller are chosen; whom it is for comes now. */
export function NumberStep({ flow, offer }: { flow: BuyFlow; offer: Wanted }) {
  const long = flow.target.length >= targetMin
  const { data } = useQuery({ ...orderableQuery(beginningOf(flow.target)), enabled: long })
  const [pressed, setPressed] = useState(false)
  const favourites = useFavouritePick({ typed: flow.target, most: 5, onTake: ({ target }) => flow.take(target) })
  const list = useId()
  const short = flow.target.length < targetMin ? 'Nomor tujuan wajib diisi' : null

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (favourites.isNamed) favourites.enter()
        else if (!short) flow.choose(offer)
      }}
    >
      <Stack gap="md">
        <div className={classes.head}>
          <InitialsMark name={offer.brandname} size={48} />
          <div className={classes.what}>
            <span className={classes.productName}>{offer.productname}</span>
            <span className={classes.quiet}>
              {offer.productcode} · {offer.sellername}
            </span>
          </div>
          <span className={classes.price}>
            <OfferPrice {...offer} />
          </span>
        </div>
        <TargetField
          autoFocus
          typed={flow.target}
          onType={flow.type}
          operator={long ? data?.operator?.name : undefined}
          error={(pressed ? short : null) ?? targetRefusal(flow)}
        />
        {(flow.target === '' || favourites.isNamed) && <Favourites pick={favourites} id={list} />}
        {flow.target === '' && <RecentTargets without={new Set(favourites.found.map(({ target }) => target))} onChoose={flow.take} />}
        <Button type="submit">{submitWords[offer.producttype]}</Button>
      </Stack>
    </form>
  )
}
