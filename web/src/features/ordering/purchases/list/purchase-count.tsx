import { dotted } from '@lapak/contract/shared/money'
import classes from '#features/ordering/purchases/list/purchase-count.module.css'

/** The count. It includes failed purchases, which cost nothing, so their number is shown next to a sum of money. */
export const PurchaseCount = ({ of: { jml, gagal } }: { of: { jml: number; gagal: number } }) => (
  <>
    <span>{dotted(jml)}</span>
    {gagal > 0 && <span className={classes.failed}>, {dotted(gagal)} gagal</span>}
  </>
)
