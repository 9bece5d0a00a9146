import classes from '#ui/avatar.module.css'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** A member's picture, or the initials of a member without a picture (B-CONST-38). Decorative: the name is always next to it. */
export function Avatar({ name, address, size = 36 }: { name: string; address: string | null; size?: number }) {
  if (!address) return <InitialsMark name={name} size={size} round />
  return <img src={address} alt="" className={classes.picture} width={size} height={size} />
}
