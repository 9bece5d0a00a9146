import { rupiahText, senText } from '@lapak/contract/shared/money'
import classes from '#ui/movement.module.css'

/** A change of a balance: its sign shows the direction, and the colour only repeats it. */
export const Movement = ({ of }: { of: bigint }) => <Signed incoming={of > 0n} text={rupiahText(of)} />

/** The same for bank amounts, which are in sen. */
export const SenMovement = ({ of }: { of: bigint }) => <Signed incoming={of > 0n} text={senText(of)} />

const Signed = ({ incoming, text }: { incoming: boolean; text: string }) => (
  <span className={classes.movement} data-in={incoming || undefined}>
    {incoming ? `+${text}` : text}
  </span>
)
