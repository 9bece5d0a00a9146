import classes from '#features/funds/top-ups/method-logo.module.css'
import type { ShownMethod } from '#features/funds/top-ups/top-ups.api.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** The picture is decorative, because the name is always next to it. */
export const MethodLogo = ({ of: { name, logo } }: { of: Pick<ShownMethod, 'name' | 'logo'> }) =>
  logo ? <img src={logo} alt="" className={classes.logo} /> : <InitialsMark name={name} size={36} />
