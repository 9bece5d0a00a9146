import type { DrawerProps, ModalProps } from '@mantine/core'
import { type ComponentType, cloneElement, type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type LatePart, latePart, useLatePart } from '#lib/late-part.ts'
import type { LateMenuProps } from '#ui/opened-menu.tsx'
import type { LatePopoverProps } from '#ui/opened-popover.tsx'
import { loadSnackbarHost, sayErrorAndOffer } from '#ui/snackbar.ts'

/* What opens over a page, or below it, is loaded after the page: the first screen has no use for it. */

const dialogParts = latePart(() => import('#ui/dialog-parts.ts'))
const menuPart = latePart(() => import('#ui/opened-menu.tsx'))
const popoverPart = latePart(() => import('#ui/opened-popover.tsx'))

/** So that what is pressed first opens at once, and can be told without a network too. Pages before the sign-in open little. */
export const fetchWhatOpens = () => Promise.allSettled([dialogParts.fetch(), menuPart.fetch(), popoverPart.fetch(), loadSnackbarHost()])

/** What was pressed and did not come, for want of a network or because there is a newer build, is told; a reload brings it. */
const sayMissing = () => sayErrorAndOffer('Bagian ini gagal dimuat', { label: 'Muat ulang', act: () => window.location.reload() })

interface Late {
  /** It was asked for, so that it cannot wait for the first screen. */
  now?: boolean
  /** What stands in its place meanwhile. */
  instead?: ReactNode
}

/** A part of a page that comes after the first screen, one after the other; `first` is for what all others can wait for. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, first = false): (props: Props & Late) => ReactNode {
  const part = latePart(load, first)
  return (props) => <Place part={part as LatePart<ComponentType<object>>} {...props} />
}

/** What opens is there closed first, so that it knows where the focus was. */
function Place({ part, now = false, instead = null, ...props }: Late & { part: LatePart<ComponentType<object>>; opened?: boolean }) {
  const Part = useLatePart(part, now, sayMissing)
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

/** A button that opens a menu. The menu is loaded when it is pressed first. */
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

/** A button that opens a panel, in the same way. */
export function LatePopover(props: LatePopoverProps) {
  const { part, wanted, press } = usePressed(popoverPart)
  if (part && wanted) return <part.OpenedPopover {...props} />
  return cloneElement(props.target, { 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: press })
}

function usePressed<Part>(late: LatePart<Part>) {
  const [wanted, setWanted] = useState(false)
  const part = useLatePart(late, wanted, () => {
    // Who was told presses again; nothing opens by itself later.
    setWanted(false)
    sayMissing()
  })
  return { part, wanted, press: () => setWanted(true) }
}
