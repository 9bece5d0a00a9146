import type { ShownMethod } from '#features/deposits/deposits.api.ts'
import classes from '#features/deposits/method-logo.module.css'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** The name stands beside it. */
export const MethodLogo = ({ of: { name, logo } }: { of: Pick<ShownMethod, 'name' | 'logo'> }) =>
  logo ? <img src={logo} alt="" className={classes.logo} /> : <InitialsMark name={name} size={36} />
