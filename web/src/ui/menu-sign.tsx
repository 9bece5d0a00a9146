import type { ComponentType } from 'react'
import { lazyPart, useLazyPart } from '#lib/lazy-part.ts'

export type Sign = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

const signs = lazyPart(() => import('#ui/menu-signs.ts'))

/** Preloads the icons of menus, so that an opened menu shows them at once. */
export const fetchSigns = () => signs.fetch()

type Name = keyof typeof import('#ui/menu-signs.ts')

/**
 * An icon inside a menu. Icons are loaded later, because two dozen icons must not delay the page; until then, their room is reserved and the label is
 * already shown.
 */
export const signInMenu =
  (name: Name): Sign =>
  (props) => <SignInMenu name={name} {...props} />

function SignInMenu({ name, size = 18, ...props }: { name: Name; size?: number; 'aria-hidden'?: boolean }) {
  const Icon = useLazyPart(signs, true, () => undefined)?.[name]
  return Icon ? <Icon size={size} {...props} /> : <span style={{ display: 'inline-block', width: size, height: size }} />
}
