import type { DrawerProps, ModalProps } from '@mantine/core'
import { type ComponentType, cloneElement, type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type LazyPart, lazyPart, useLazyPart } from '#lib/lazy-part.ts'
import type { LateMenuProps } from '#ui/opened-menu.tsx'
import type { LatePopoverProps } from '#ui/opened-popover.tsx'
import { loadSnackbarHost, sayErrorAndOffer } from '#ui/snackbar.ts'

/* Components that open over a page or are below its visible part. They are loaded after the page, because the first screen does not need them. */

const dialogParts = lazyPart(() => import('#ui/dialog-parts.ts'))
const menuPart = lazyPart(() => import('#ui/opened-menu.tsx'))
const popoverPart = lazyPart(() => import('#ui/opened-popover.tsx'))

/**
 * Preloads these components, so that the first press opens at once, and errors can be shown without a network. Not done before the sign-in, where few
 * components open.
 */
export const fetchWhatOpens = () => Promise.allSettled([dialogParts.fetch(), menuPart.fetch(), popoverPart.fetch(), loadSnackbarHost()])

/**
 * Reports that a component that the user wants to open could not be loaded, because there is no network or a newer build was deployed; the message
 * offers a reload.
 */
const sayMissing = () => sayErrorAndOffer('Bagian ini gagal dimuat', { label: 'Muat ulang', act: () => window.location.reload() })

interface Late {
  /** Whether the component is loaded at once instead of after the first screen. */
  now?: boolean
  /** Content that is shown until the component is loaded. */
  instead?: ReactNode
}

/**
 * Creates a component that is loaded after the first screen. Such components are loaded one after another; a component with `first` is loaded before
 * the others.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, first = false): (props: Props & Late) => ReactNode {
  const part = lazyPart(load, first)
  return (props) => <Place part={part as LazyPart<ComponentType<object>>} {...props} />
}

/** Renders the loaded component. A dialog is mounted closed at first, so that it can store the current focus before it opens. */
function Place({ part, now = false, instead = null, ...props }: Late & { part: LazyPart<ComponentType<object>>; opened?: boolean }) {
  const Part = useLazyPart(part, now, sayMissing)
  const [isThere, setIsThere] = useState(false)
  if (!Part) return instead
  const opening = props.opened !== undefined && { opened: props.opened && isThere }
  return (
    <Suspense fallback={instead}>
      <Part {...props} {...opening} />
      <Once act={() => setIsThere(true)} />
    </Suspense>
  )
}

function Once({ act }: { act: () => void }) {
  const first = useRef(act)
  useEffect(() => first.current(), [])
  return null
}

const LateModal = late<ModalProps>(async () => (await dialogParts.fetch()).Modal)
const LateDrawer = late<DrawerProps>(async () => (await dialogParts.fetch()).Drawer)

export const Modal = (props: ModalProps) => <LateModal now={props.opened} {...props} />
export const Drawer = (props: DrawerProps) => <LateDrawer now={props.opened} {...props} />

/** A button that opens a menu. The menu is loaded at the first press. */
export function LateMenu(props: LateMenuProps) {
  const { part, wanted, press } = usePressed(menuPart)
  if (part && wanted) return <part.OpenedMenu {...props} />
  return cloneElement(props.target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      press()
    },
  })
}

/** A button that opens a popover. The popover is loaded at the first press. */
export function LatePopover(props: LatePopoverProps) {
  const { part, wanted, press } = usePressed(popoverPart)
  if (part && wanted) return <part.OpenedPopover {...props} />
  return cloneElement(props.target, { 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: press })
}

function usePressed<Part>(late: LazyPart<Part>) {
  const [wanted, setWanted] = useState(false)
  const part = useLazyPart(late, wanted, () => {
    // After the error message, nothing opens by itself later; the user has to press the button again.
    setWanted(false)
    sayMissing()
  })
  return { part, wanted, press: () => setWanted(true) }
}
