import { dotted } from '@lapak/contract/shared/money'
import classes from '#features/ordering/purchases/list/purchase-count.module.css'

/** How many there are; what failed is among them and has cost nothing, so it is said beside a sum of money. */
export const PurchaseCount = ({ of: { jml, gagal } }: { of: { jml: number; gagal: number } }) => (
  <>
    <span>{dotted(jml)}</span>
    {gagal > 0 && <span className={classes.failed}>, {dotted(gagal)} gagal</span>}
  </>
)
