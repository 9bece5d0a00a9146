import { senText } from '@lapak/contract/shared/money'
import classes from '#ui/money.module.css'

/** An amount in sen as text; a dash if the side has no value. */
export const SenAmount = ({ of }: { of: bigint | null }) => <span className={classes.money}>{of === null ? '–' : senText(of)}</span>
