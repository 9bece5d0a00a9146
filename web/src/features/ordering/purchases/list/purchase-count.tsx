import { dotted } from '@lapak/contract/shared/money'
import classes from '#features/ordering/purchases/list/purchase-count.module.css'

/**
 * The number of purchases. It includes failed purchases, which cost nothing; their number is shown because the amount next to it does not include
 * them.
 */
export const PurchaseCount = ({ of: { jml, gagal } }: { of: { jml: number; gagal: number } }) => (
  <>
    <span>{dotted(jml)}</span>
    {gagal > 0 && <span className={classes.failed}>, {dotted(gagal)} gagal</span>}
  </>
)
