import type { PricingRow } from '@lapak/contract/catalogue'
import { whyNot } from '#features/catalogue/offer-state.ts'
import classes from '#features/catalogue/offer-tags.module.css'

/** The price is that of a promotion. */
export const PromoTag = () => <span className={classes.promo}>Promo</span>

/** Why it cannot be ordered now; nothing while it can. */
export function ClosedTag({ state }: Pick<PricingRow, 'state'>) {
  return state === 'open' ? null : <span className={classes.closed}>{whyNot[state]}</span>
}
