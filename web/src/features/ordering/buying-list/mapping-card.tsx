import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import type { ReactNode } from 'react'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import classes from '#features/ordering/buying-list/mapping.module.css'
import {
  BuyButton,
  MappingPrice,
  RemoveButton,
  RouteButton,
  SellerLink,
  StatusSwitch,
} from '#features/ordering/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/ordering/buying-list/offer-state.tsx'
import type { MappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'

interface CardProps {
  row: MappingRow
  actions: MappingActions
  /** What is said below the price. */
  note: ReactNode
}

/** A product of the list on a phone. */
export function MappingCard({ row, actions, note }: CardProps) {
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
        {note}
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
