import { Popover, type PopoverProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef } from 'react'

export interface DeferredPopoverProps extends Omit<PopoverProps, 'children' | 'opened' | 'onChange'> {
  /** The button, which must accept a ref. */
  target: ReactElement<{ ref?: unknown; onClick?: () => void; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }>
  /** Renders the content of the popover. */
  children: (parts: typeof Popover, close: () => void) => ReactNode
}

/** A popover with its button, for a button that was pressed before the popover was loaded. */
export function OpenedPopover({ target, children, ...props }: DeferredPopoverProps) {
  const [opened, { open, toggle, close }] = useDisclosure()
  const button = useRef<HTMLElement>(null)
  // This button has replaced the pressed button, so it takes over the focus.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    open()
  }, [open])
  return (
    <Popover {...props} opened={opened} onDismiss={close}>
      <Popover.Target>{cloneElement(target, { ref: button, onClick: toggle })}</Popover.Target>
      {children(Popover, close)}
    </Popover>
  )
}
