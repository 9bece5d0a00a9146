import type { DrawerProps, ModalProps } from '@mantine/core'
import { type ComponentType, cloneElement, type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { firstPaint, usePainted } from '#lib/first-paint.ts'
import type { LateMenuProps } from '#ui/opened-menu.tsx'
import { sayErrorAndOffer } from '#ui/snackbar.ts'

/* What opens over a page is loaded after the page: the first screen has no use for it. */

const loadParts = () => import('#ui/dialog-parts.ts')

/** So that what is pressed first opens at once. */
void firstPaint.then(() => Promise.all([loadParts(), import('#ui/opened-menu.tsx')])).catch(() => undefined)

/** What did not come, for want of a network or because there is a newer version, is missed by nobody but who presses; a reload brings it. */
export function orNothing<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      console.error(error)
      sayErrorAndOffer('Sebagian halaman gagal dimuat', { label: 'Muat ulang', act: () => window.location.reload() })
      return { default: () => null }
    }
  }) as ComponentType<Props>
}

/** Shows its children once the first screen is there, or at once when they are asked for. */
export function AfterPaint({ now = false, children }: { now?: boolean; children: ReactNode }) {
  const painted = usePainted()
  return <Suspense>{(painted || now) && children}</Suspense>
}

interface Opened {
  opened: boolean
}

interface LateProps<Props extends Opened> {
  dialog: ComponentType<Props>
  props: Props
}

/** It opens once it is there, so that it knows where the focus was. */
function Late<Props extends Opened>({ dialog: Dialog, props }: LateProps<Props>) {
  const [wanted, setWanted] = useState(false)
  const [there, setThere] = useState(false)
  if (props.opened && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <Dialog {...props} opened={props.opened && there} />
      <Once act={() => setThere(true)} />
    </Suspense>
  )
}

function Once({ act }: { act: () => void }) {
  const first = useRef(act)
  useEffect(() => first.current(), [])
  return null
}

const LoadedModal = orNothing<ModalProps>(async () => (await loadParts()).Modal)
const LoadedDrawer = orNothing<DrawerProps>(async () => (await loadParts()).Drawer)

export const Modal = (props: ModalProps) => <Late dialog={LoadedModal} props={props} />
export const Drawer = (props: DrawerProps) => <Late dialog={LoadedDrawer} props={props} />

const OpenedMenu = orNothing(async () => (await import('#ui/opened-menu.tsx')).OpenedMenu)

/** A button that opens a menu. The menu is loaded when it is pressed first. */
export function LateMenu(props: LateMenuProps) {
  const [wanted, setWanted] = useState(false)
  const open = () => setWanted(true)
  const target = cloneElement(props.target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
  })
  if (!wanted) return target
  return (
    <Suspense fallback={target}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
