import classes from '#features/catalogue/catalogue/brand-mark.module.css'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** A brand's logo, or the initials of a brand without a logo. Decorative: the name is always next to the mark. */
export function BrandMark({ name, logo, size = 40 }: { name: string; logo: string | null; size?: number }) {
  if (!logo) return <InitialsMark name={name} size={size} />
  return <img src={logo} alt="" className={classes.logo} width={size} height={size} loading="lazy" />
}
