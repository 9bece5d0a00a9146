import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'

type Target = ReactElement<{
  ref?: unknown
  onClick?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}>

export interface DeferredMenuProps extends Omit<MenuProps, 'children' | 'opened' | 'onChange'> {
  /** The button, which must accept a ref. */
  target: Target
  /** Renders the content of the menu with the components of Menu. */
  children: (parts: typeof Menu) => ReactNode
}

/** A menu with its button, for a button that was pressed before the menu was loaded. */
export function OpenedMenu({ target, children, ...props }: DeferredMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLElement>(null)
  // This button has replaced the pressed button, so it takes over the focus.
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
