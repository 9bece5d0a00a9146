import type { ComponentType } from 'react'
import { latePart, useLatePart } from '#lib/late-part.ts'

export type Sign = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

const signs = latePart(() => import('#ui/menu-signs.ts'))

/** So that a menu that is opened has them at once. */
export const fetchSigns = () => signs.fetch()

type Name = keyof typeof import('#ui/menu-signs.ts')

/** A sign inside a menu: two dozen of them need not be waited for. Its place is kept, and its word is there. */
export const signInMenu =
  (name: Name): Sign =>
  (props) => <SignInMenu name={name} {...props} />

function SignInMenu({ name, size = 18, ...props }: { name: Name; size?: number; 'aria-hidden'?: boolean }) {
  const Icon = useLatePart(signs, true, () => undefined)?.[name]
  return Icon ? <Icon size={size} {...props} /> : <span style={{ display: 'inline-block', width: size, height: size }} />
}
