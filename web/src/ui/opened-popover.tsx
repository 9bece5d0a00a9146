import { Popover, type PopoverProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef } from 'react'

export interface LatePopoverProps extends Omit<PopoverProps, 'children' | 'opened' | 'onChange'> {
  /** The button, which must accept a ref. */
  target: ReactElement<{ ref?: unknown; onClick?: () => void; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }>
  /** Renders the dropdown. */
  children: (parts: typeof Popover, close: () => void) => ReactNode
}

/** The popover of a button that was pressed before the popover was loaded. */
export function OpenedPopover({ target, children, ...props }: LatePopoverProps) {
  const [opened, { open, toggle, close }] = useDisclosure()
  const button = useRef<HTMLElement>(null)
  // The pressed button was replaced by this one, which takes over the focus.
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
