import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import classes from '#features/ordering/purchases/list/purchase-card.module.css'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { groupInFours } from '#lib/targets.ts'
import { Rupiah } from '#ui/money.tsx'

/** A purchase on a phone: target, product and state. For the seller, `by` is the name of the buyer. */
export function PurchaseCard({ row, by }: { row: PurchaseRow; by?: string | null }) {
  return (
    <div className={classes.card}>
      <span className={classes.target}>{groupInFours(row.target)}</span>
      <PurchaseStatus of={row.transactionrc} />
      <span className={classes.product}>{row.productname}</span>
      <Rupiah of={row.sellprice} strong />
      {row.serialnumber && <span className={classes.serial}>SN {row.serialnumber}</span>}
      <span className={classes.below}>
        <time dateTime={row.createat.toISOString()}>{wib(row.createat)}</time>
        {by && <span className={classes.by}>{by}</span>}
      </span>
    </div>
  )
}
