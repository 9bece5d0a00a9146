import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { fromMdQuery } from '#ui/media-queries.ts'
import classes from '#ui/snackbar-host.module.css'

const staysFor = 5_000
const offerStaysFor = 10_000

/** The width of a message in px, which fits next to a dialog of 560 px on the narrowest desktop. */
const width = 340

/**
 * Shows the messages. On desktops they are in the free part of the top bar, or next to a dialog or card (`base.css`). On smaller screens they are at
 * the place that the form provides for messages or, without such a place, at the top, because the next button is usually at the bottom.
 */
export function SnackbarHost() {
  const desk = useMediaQuery(fromMdQuery, undefined, { getInitialValueInEffect: false })
  const line = useMessageSlot()
  // A dialog traps the focus, so the undo button of a message next to the dialog cannot be reached by Tab and needs a keyboard shortcut.
  useHotkeys([['mod+Z', () => undo?.run()]])
  useForgottenAttempts()
  useRoomForTyping()
  const shared = { autoClose: staysFor, limit: 3, zIndex: 1000 }
  if (line && !desk)
    return createPortal(<Notifications {...shared} withinPortal={false} position="top-center" className={classes.inLine} />, line)
  return <Notifications {...shared} position={desk ? 'top-left' : 'top-center'} containerWidth={width} />
}

/** When the user submits a form, removes the error messages of the previous try. */
function useForgottenAttempts() {
  useEffect(() => {
    const forget = () => {
      for (const { id, color } of notificationsStore.getState().notifications) if (color === looks.error.color && id) notifications.hide(id)
    }
    // In the capture phase, so before the form handles the event and may show a new message.
    document.addEventListener('submit', forget, { capture: true })
    return () => document.removeEventListener('submit', forget, { capture: true })
  }, [])
}

/** The time in milliseconds that a user needs at least to read a message. */
const readMs = 1_000

/** The time at which each message without an action was shown. Messages with an action stay until the action is used or the message expires. */
const plain = new Map<string, number>()

/** Hides messages without an action that cover the field in which the user types, if the user had time to read them. */
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

/** An action that a message offers as a button. */
export interface SnackbarAction {
  label: string
  onPress: () => void
  /** Whether the action undoes the last change; Ctrl+Z then triggers it too. */
  undoes?: boolean
}

let undo: { id: string; run: () => void } | null = null

/**
 * Shows a message. If the same text is already shown, it is not shown twice, so that it does not replace other messages. Only the newest undo is
 * kept.
 */
export function showMessage(message: string, look: keyof typeof looks, action?: SnackbarAction) {
  selectMessageSlot()
  const shown = { ...looks[look], closeButtonProps: { 'aria-label': 'Tutup pesan' } }
  if (action === undefined) {
    plain.set(message, Date.now())
    return void notifications.show({ id: message, message, ...shown, autoClose: staysFor, onClose: () => void plain.delete(message) })
  }
  if (action.undoes && undo) notifications.hide(undo.id)
  const run = () => {
    notifications.hide(id)
    action.onPress()
  }
  const id = notifications.show({
    id: action.undoes ? undefined : message,
    message: <ActionMessage message={message} action={action} run={run} />,
    ...shown,
    autoClose: offerStaysFor,
    onClose: (closed) => {
      if (undo?.id === closed.id) undo = null
    },
  })
  if (action.undoes) undo = { id, run }
}

function ActionMessage({ message, action: { label, undoes }, run }: { message: string; action: SnackbarAction; run: () => void }) {
  const byKey = undoes && { 'aria-keyshortcuts': 'Control+Z', title: 'Ctrl+Z' }
  return (
    <span className={classes.offer}>
      {message}
      <Button size="compact-sm" variant="light" className={classes.act} {...byKey} onClick={run}>
        {label}
      </Button>
    </span>
  )
}

// — Message lines

/*
 * Forms provide places for messages (`data-said`), where messages cover neither a field nor a button. The places are searched when a message is
 * shown, so that the first screen does not load this code.
 */

const currentSlot = createStore<Element | undefined>(undefined)

/** When the selected place is removed with its form, its messages move to another place. */
const watcher = new MutationObserver(() => currentSlot.state?.isConnected || observeSlot(findVisibleSlot()))

/** Selects the place for a new message and scrolls it into view. */
function selectMessageSlot() {
  observeSlot(findVisibleSlot())
  currentSlot.state?.scrollIntoView({ block: 'nearest' })
}

function observeSlot(line: Element | undefined) {
  if (line) watcher.observe(document.body, { childList: true, subtree: true })
  else watcher.disconnect()
  currentSlot.setState(() => line)
}

/** The first place that is visible; without a visible place, messages are shown over the page. */
const findVisibleSlot = () => [...document.querySelectorAll('[data-said]')].find(isOnScreen)

function isOnScreen(place: Element): boolean {
  const { top } = place.getBoundingClientRect()
  return top >= 0 && top < window.innerHeight
}

const useMessageSlot = (): Element | undefined => useSelector(currentSlot)
