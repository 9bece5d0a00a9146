import type { PurchaseRow } from '@lapak/contract/purchases'
import { wib } from '@lapak/contract/time-text'
import classes from '#features/purchases/list/purchase-card.module.css'
import { PurchaseStatus } from '#features/purchases/list/purchase-status.tsx'
import { inFours } from '#lib/targets.ts'
import { Rupiah } from '#ui/money.tsx'

/** A purchase on a phone: for whom, what, how it stands. */
export function PurchaseCard({ row }: { row: PurchaseRow }) {
  return (
    <div className={classes.card}>
      <span className={classes.target}>{inFours(row.target)}</span>
      <PurchaseStatus of={row.transactionrc} />
      <span className={classes.product}>{row.productname}</span>
      <Rupiah of={row.sellprice} strong />
      {row.serialnumber && <span className={classes.serial}>SN {row.serialnumber}</span>}
      <time className={classes.time} dateTime={row.createat.toISOString()}>
        {wib(row.createat)}
      </time>
    </div>
  )
}
