import type { DrawerProps, ModalProps } from '@mantine/core'
import { type ComponentType, cloneElement, type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type LazyPart, lazyPart, useLazyPart } from '#lib/lazy-part.ts'
import type { DeferredMenuProps } from '#ui/opened-menu.tsx'
import type { DeferredPopoverProps } from '#ui/opened-popover.tsx'
import { loadSnackbarHost, showErrorWithAction } from '#ui/snackbar.ts'

/* Components that open over a page or are below its visible part. They are loaded after the page, because the first screen does not need them. */

const dialogParts = lazyPart(() => import('#ui/dialog-parts.ts'))
const menuPart = lazyPart(() => import('#ui/opened-menu.tsx'))
const popoverPart = lazyPart(() => import('#ui/opened-popover.tsx'))

/**
 * Preloads these components, so that the first press opens at once, and errors can be shown without a network. Not done before the sign-in, where few
 * components open.
 */
export const preloadOverlays = () => Promise.allSettled([dialogParts.fetch(), menuPart.fetch(), popoverPart.fetch(), loadSnackbarHost()])

/**
 * Reports that a component that the user wants to open could not be loaded, because there is no network or a newer build was deployed; the message
 * offers a reload.
 */
const showLoadError = () => showErrorWithAction('Bagian ini gagal dimuat', { label: 'Muat ulang', onPress: () => window.location.reload() })

interface DeferredProps {
  /** Whether the component is loaded at once instead of after the first screen. */
  eager?: boolean
  /** Content that is shown until the component is loaded. */
  fallback?: ReactNode
}

/**
 * Creates a component that is loaded after the first screen. Such components are loaded one after another; a component with `first` is loaded before
 * the others.
 */
export function deferredComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  first = false,
): (props: Props & DeferredProps) => ReactNode {
  const part = lazyPart(load, first)
  return (props) => <DeferredSlot part={part as LazyPart<ComponentType<object>>} {...props} />
}

/** Renders the loaded component. A dialog is mounted closed at first, so that it can store the current focus before it opens. */
function DeferredSlot({
  part,
  eager = false,
  fallback = null,
  ...props
}: DeferredProps & { part: LazyPart<ComponentType<object>>; opened?: boolean }) {
  const Part = useLazyPart(part, eager, showLoadError)
  const [isMounted, setIsMounted] = useState(false)
  if (!Part) return fallback
  const opening = props.opened !== undefined && { opened: props.opened && isMounted }
  return (
    <Suspense fallback={fallback}>
      <Part {...props} {...opening} />
      <RunOnce act={() => setIsMounted(true)} />
    </Suspense>
  )
}

function RunOnce({ act }: { act: () => void }) {
  const first = useRef(act)
  useEffect(() => first.current(), [])
  return null
}

const DeferredModal = deferredComponent<ModalProps>(async () => (await dialogParts.fetch()).Modal)
const DeferredDrawer = deferredComponent<DrawerProps>(async () => (await dialogParts.fetch()).Drawer)

export const Modal = (props: ModalProps) => <DeferredModal eager={props.opened} {...props} />
export const Drawer = (props: DrawerProps) => <DeferredDrawer eager={props.opened} {...props} />

/** A button that opens a menu. The menu is loaded at the first press. */
export function DeferredMenu(props: DeferredMenuProps) {
  const { part, wanted, press } = useLoadOnPress(menuPart)
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
export function DeferredPopover(props: DeferredPopoverProps) {
  const { part, wanted, press } = useLoadOnPress(popoverPart)
  if (part && wanted) return <part.OpenedPopover {...props} />
  return cloneElement(props.target, { 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: press })
}

function useLoadOnPress<Part>(late: LazyPart<Part>) {
  const [wanted, setWanted] = useState(false)
  const part = useLazyPart(late, wanted, () => {
    // After the error message, nothing opens by itself later; the user has to press the button again.
    setWanted(false)
    showLoadError()
  })
  return { part, wanted, press: () => setWanted(true) }
}
