import type { MappingRow } from '@lapak/contract/buying-list'
import type { ChangeRow } from '@lapak/contract/price-changes'
import classes from '#features/buying-list/mapping.module.css'
import { BuyButton, MappingPrice, RemoveButton, RouteButton, SellerLink, StatusSwitch } from '#features/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/buying-list/offer-state.tsx'
import { ChangeNote } from '#features/buying-list/price-change.tsx'
import type { MappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { Quality } from '#features/catalogue/quality.tsx'

interface CardProps {
  row: MappingRow
  actions: MappingActions
  /** The newest change of the last day. */
  change: ChangeRow | undefined
}

/** A product of the list on a phone. */
export function MappingCard({ row, actions, change }: CardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <span>
          <strong>{row.productname}</strong> <span className={classes.code}>{row.productcode}</span>
        </span>
        <MappingPrice row={row} />
      </div>
      <div className={classes.line}>
        <SellerLink row={row} />
        <ChangeNote of={change} />
      </div>
      <div className={classes.line}>
        <OfferState of={row.state} />
        <Quality {...row} />
      </div>
      <div className={classes.line}>
        <StatusSwitch row={row} actions={actions} />
        <span className={classes.actions}>
          <RemoveButton row={row} actions={actions} />
          <RouteButton row={row} actions={actions} />
          <BuyButton row={row} actions={actions} />
        </span>
      </div>
    </div>
  )
}
