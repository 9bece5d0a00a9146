import { rupiahText, senText } from '@lapak/contract/shared/money'
import classes from '#ui/movement.module.css'

/** The change of a balance in rupiah. The sign shows the direction; the colour only repeats it. */
export const Movement = ({ of }: { of: bigint }) => <Signed incoming={of > 0n} text={rupiahText(of)} />

/** The change of a balance in sen, for amounts of banks. */
export const SenMovement = ({ of }: { of: bigint }) => <Signed incoming={of > 0n} text={senText(of)} />

const Signed = ({ incoming, text }: { incoming: boolean; text: string }) => (
  <span className={classes.movement} data-in={incoming || undefined}>
    {incoming ? `+${text}` : text}
  </span>
)
