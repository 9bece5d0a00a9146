import { rupiahText } from '@lapak/contract/shared/money'
import classes from '#ui/money.module.css'

/** An amount in rupiah, with digits of equal width and without line breaks. */
export function Rupiah({ of, strong = false }: { of: bigint; strong?: boolean }) {
  return (
    <span className={classes.money} data-strong={strong || undefined}>
      {rupiahText(of)}
    </span>
  )
}
