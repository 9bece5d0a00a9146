import type { RouteStep } from '#features/buying-list/buying-list.api.ts'
import { SellerLink } from '#features/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/buying-list/offer-state.tsx'
import classes from '#features/buying-list/route-list.module.css'
import { Quality } from '#features/catalogue/quality.tsx'
import { Rupiah } from '#ui/money.tsx'
import { OrderList } from '#ui/order-list.tsx'

interface ListProps {
  steps: RouteStep[]
  /** Missing where another order than the buyer's own is in force. */
  onOrder?: ((ids: bigint[]) => void) | undefined
}

/** The way of an order through the sellers. */
export function RouteList({ steps, onOrder }: ListProps) {
  const first = steps.find(({ state }) => state === 'open')
  const placeOf = (step: RouteStep) => (step === first ? 'first' : step.state === 'open' ? 'next' : 'skipped')
  const looks = { first: 'chosen', next: undefined, skipped: 'off' } as const
  return (
    <OrderList
      label="Rute pesanan"
      rows={steps}
      nameOf={({ sellername }) => sellername}
      look={(step) => looks[placeOf(step)]}
      words={(step) => <StepWords step={step} place={placeOf(step)} />}
      onOrder={onOrder && ((ordered) => onOrder(ordered.map(({ id }) => id)))}
    />
  )
}

const placeWords = { first: 'Dipakai sekarang', next: 'Cadangan', skipped: 'Dilewati' } as const

function StepWords({ step, place }: { step: RouteStep; place: keyof typeof placeWords }) {
  return (
    <>
      <div className={classes.line}>
        <SellerLink row={step} />
        <Rupiah of={step.price} strong />
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
