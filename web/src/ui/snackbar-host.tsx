import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { fromMd } from '#ui/bounds.ts'
import classes from '#ui/snackbar-host.module.css'

const staysFor = 5_000
const offerStaysFor = 10_000

/** Fits next to a dialog of 560 px on the narrowest desktop. */
const width = 340

/**
 * On desktops in the free part of the top bar, or next to a dialog or card (`base.css`); on smaller screens within the form if there is a place for
 * it, otherwise at the top, since the next button is usually at the bottom.
 */
export function SnackbarHost() {
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  const line = useLine()
  // A dialog traps the focus, so an undo in a message next to it needs a key.
  useHotkeys([['mod+Z', () => undo?.take()]])
  useForgottenAttempts()
  useRoomForTyping()
  const shared = { autoClose: staysFor, limit: 3, zIndex: 1000 }
  if (line && !desk)
    return createPortal(<Notifications {...shared} withinPortal={false} position="top-center" className={classes.inLine} />, line)
  return <Notifications {...shared} position={desk ? 'top-left' : 'top-center'} containerWidth={width} />
}

/** Removes error messages of an attempt when the next one begins. */
function useForgottenAttempts() {
  useEffect(() => {
    const forget = () => {
      for (const { id, color } of notificationsStore.getState().notifications) if (color === looks.error.color && id) notifications.hide(id)
    }
    // In the capture phase: before the form handles the event and may show a new message.
    document.addEventListener('submit', forget, { capture: true })
    return () => document.removeEventListener('submit', forget, { capture: true })
  }, [])
}

/** The minimum time in milliseconds to read a message. */
const readMs = 1_000

/** When each message without an action was shown; messages with an action stay until they are used or expire. */
const plain = new Map<string, number>()

/** Hides a message that covers the field in which the user types, once there was time to read it. */
function useRoomForTyping() {
  useEffect(() => {
    const giveWay = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      for (const notification of document.querySelectorAll('.mantine-Notification-root'))
        if (isRead(notification.id) && overlap(notification.getBoundingClientRect(), target.getBoundingClientRect()))
          notifications.hide(notification.id)
    }
    document.addEventListener('input', giveWay)
    return () => document.removeEventListener('input', giveWay)
  }, [])
}

const isRead = (id: string) => Date.now() - (plain.get(id) ?? Date.now()) >= readMs

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const looks = {
  done: { color: 'green', icon: <IconCircleCheck size={20} />, className: classes.done },
  error: { color: 'red', icon: <IconAlertCircle size={20} />, className: classes.error },
}

/** The action that a message offers. */
export interface SnackbarAct {
  label: string
  act: () => void
  /** Whether the action undoes the last change; Ctrl+Z triggers it too. */
  undoes?: boolean
}

let undo: { id: string; take: () => void } | null = null

/** The same text is shown only once, so that it does not push out other messages. Only the newest undo is kept. */
export function showMessage(message: string, look: keyof typeof looks, offer?: SnackbarAct) {
  chooseLine()
  const shown = { ...looks[look], closeButtonProps: { 'aria-label': 'Tutup pesan' } }
  if (offer === undefined) {
    plain.set(message, Date.now())
    return void notifications.show({ id: message, message, ...shown, autoClose: staysFor, onClose: () => void plain.delete(message) })
  }
  if (offer.undoes && undo) notifications.hide(undo.id)
  const take = () => {
    notifications.hide(id)
    offer.act()
  }
  const id = notifications.show({
    id: offer.undoes ? undefined : message,
    message: <Offer message={message} offer={offer} take={take} />,
    ...shown,
    autoClose: offerStaysFor,
    onClose: (closed) => {
      if (undo?.id === closed.id) undo = null
    },
  })
  if (offer.undoes) undo = { id, take }
}

function Offer({ message, offer: { label, undoes }, take }: { message: string; offer: SnackbarAct; take: () => void }) {
  const byKey = undoes && { 'aria-keyshortcuts': 'Control+Z', title: 'Ctrl+Z' }
  return (
    <span className={classes.offer}>
      {message}
      <Button size="compact-sm" variant="light" className={classes.act} {...byKey} onClick={take}>
        {label}
      </Button>
    </span>
  )
}

// — Message lines

/*
 * Places within forms (`data-said`), where messages cover neither a field nor a button. They are searched for when a message is shown, so that the
 * first screen does not load this code.
 */

const chosen = createStore<Element | undefined>(undefined)

/** When the place is removed with its form, its messages move to another one. */
const watcher = new MutationObserver(() => chosen.state?.isConnected || choose(findLine()))

/** Selects a place for a new message and scrolls it into view. */
function chooseLine() {
  choose(findLine())
  chosen.state?.scrollIntoView({ block: 'nearest' })
}

function choose(line: Element | undefined) {
  if (line) watcher.observe(document.body, { childList: true, subtree: true })
  else watcher.disconnect()
  chosen.setState(() => line)
}

/** The first visible place; without one, messages are shown over the page. */
const findLine = () => [...document.querySelectorAll('[data-said]')].find(isOnScreen)

function isOnScreen(place: Element): boolean {
  const { top } = place.getBoundingClientRect()
  return top >= 0 && top < window.innerHeight
}

const useLine = (): Element | undefined => useSelector(chosen)
