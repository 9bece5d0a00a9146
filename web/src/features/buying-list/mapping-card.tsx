import type { MappingRow } from '@lapak/contract/buying-list'
import classes from '#features/buying-list/mapping.module.css'
import { RemoveButton, ShopState, StatusSwitch } from '#features/buying-list/mapping-parts.tsx'
import type { MappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { cut } from '#lib/format.ts'
import { Rupiah } from '#ui/money.tsx'

const sellerNameLength = 20

/** A product of the list on a phone. */
export function MappingCard({ row, actions }: { row: MappingRow; actions: MappingActions }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <strong>{row.productname}</strong>
        <Rupiah of={row.price} strong />
      </div>
      <div className={classes.line}>
        <span className={classes.quiet}>
          <span className={classes.code}>{row.productcode}</span> · Prioritas {row.prioritas}
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.quiet}>{cut(row.sellername, sellerNameLength)}</span>
        <ShopState open={row.statustoko} />
      </div>
      <div className={classes.line}>
        <StatusSwitch row={row} actions={actions} />
        <RemoveButton row={row} actions={actions} />
      </div>
    </div>
  )
}
