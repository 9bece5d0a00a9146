import { senText } from '@lapak/contract/shared/money'
import classes from '#ui/money.module.css'

/** Money in sen as text; a dash where one side knows nothing. */
export const Sen = ({ of }: { of: bigint | null }) => <span className={classes.money}>{of === null ? '–' : senText(of)}</span>
