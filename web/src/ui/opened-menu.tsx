import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

type Target = ReactElement<{
  ref?: unknown
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}>

export interface LateMenuProps extends Omit<MenuProps, 'children' | 'opened' | 'onChange'> {
  /** The button, which takes a ref. */
  target: Target
  /** What the menu holds, of the parts of a menu. */
  children: (parts: typeof Menu) => ReactNode
}

/** The menu of a button that was pressed before the menu was there. */
export function OpenedMenu({ target, children, ...props }: LateMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLElement>(null)
  // The button that was pressed is gone with its focus; this one stands in its place.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  return (
    <Menu {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      {children(Menu)}
    </Menu>
  )
}
