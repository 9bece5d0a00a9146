import type { ComponentType } from 'react'
import { lazyPart, useLazyPart } from '#lib/lazy-part.ts'

export type MenuIcon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

const menuIcons = lazyPart(() => import('#ui/menu-icons.ts'))

/** Preloads the icons of menus, so that an opened menu shows them at once. */
export const preloadMenuIcons = () => menuIcons.fetch()

type Name = keyof typeof import('#ui/menu-icons.ts')

/**
 * An icon inside a menu. Icons are loaded later, because two dozen icons must not delay the page; until then, their room is reserved and the label is
 * already shown.
 */
export const menuIcon =
  (name: Name): MenuIcon =>
  (props) => <LazyMenuIcon name={name} {...props} />

function LazyMenuIcon({ name, size = 18, ...props }: { name: Name; size?: number; 'aria-hidden'?: boolean }) {
  const Icon = useLazyPart(menuIcons, true, () => undefined)?.[name]
  return Icon ? <Icon size={size} {...props} /> : <span style={{ display: 'inline-block', width: size, height: size }} />
}
