import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import type { RouteStep } from '#features/ordering/buying-list/buying-list.api.ts'
import { SellerLink } from '#features/ordering/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/ordering/buying-list/offer-state.tsx'
import classes from '#features/ordering/buying-list/route-list.module.css'
import { OrderList } from '#ui/order-list.tsx'

interface ListProps {
  /** Of the product: to a bill or a sum that the buyer chooses, the price is added. */
  producttype: MappingRow['producttype']
  steps: RouteStep[]
  /** Missing where another order than the buyer's own is in force. */
  onOrder?: ((ids: bigint[]) => void) | undefined
}

/** The way of an order through the sellers. */
export function RouteList({ producttype, steps, onOrder }: ListProps) {
  const first = steps.find(({ state }) => state === 'open')
  const placeOf = (step: RouteStep) => (step === first ? 'first' : step.state === 'open' ? 'next' : 'skipped')
  const looks = { first: 'chosen', next: undefined, skipped: 'off' } as const
  return (
    <OrderList
      label="Rute pesanan"
      rows={steps}
      nameOf={({ sellername }) => sellername}
      look={(step) => looks[placeOf(step)]}
      words={(step) => <StepWords step={{ ...step, producttype }} place={placeOf(step)} />}
      onOrder={onOrder && ((ordered) => onOrder(ordered.map(({ id }) => id)))}
    />
  )
}

const placeWords = { first: 'Dipakai sekarang', next: 'Cadangan', skipped: 'Dilewati' } as const

function StepWords({ step, place }: { step: RouteStep & Pick<MappingRow, 'producttype'>; place: keyof typeof placeWords }) {
  return (
    <>
      <div className={classes.line}>
        <SellerLink row={step} />
        <OfferPrice {...step} />
      </div>
      <div className={classes.line}>
        <span className={classes.state}>
          <span className={classes.place} data-place={place}>
            {placeWords[place]}
          </span>
          {place === 'skipped' && <OfferState of={step.state} />}
        </span>
        <Quality {...step} />
      </div>
    </>
  )
}
