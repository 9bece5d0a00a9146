import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { fromMd } from '#ui/bounds.ts'
import classes from '#ui/snackbar-host.module.css'

const staysFor = 5_000
const offerStaysFor = 10_000

/** Beside a dialog of 560 px on the narrowest desk. */
const width = 340

/**
 * On desks in the free part of the top bar, and beside what has none (`base.css`); on anything smaller in line with the form where there is
 * room for that, else at the top, since what is pressed next stands below.
 */
export function SnackbarHost() {
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  const line = useLine()
  // A dialog keeps the focus inside itself, so that an undo beside it needs a key.
  useHotkeys([['mod+Z', () => undo?.take()]])
  useForgottenAttempts()
  useRoomForTyping()
  const shared = { autoClose: staysFor, limit: 3, zIndex: 1000 }
  if (line && !desk)
    return createPortal(<Notifications {...shared} withinPortal={false} position="top-center" className={classes.inLine} />, line)
  return <Notifications {...shared} position={desk ? 'top-left' : 'top-center'} containerWidth={width} />
}

/** What was said to be wrong with an attempt is over when the next one begins. */
function useForgottenAttempts() {
  useEffect(() => {
    const forget = () => {
      for (const { id, color } of notificationsStore.getState().notifications) if (color === looks.error.color && id) notifications.hide(id)
    }
    // Before the form itself hears of it, and may have something new to say.
    document.addEventListener('submit', forget, { capture: true })
    return () => document.removeEventListener('submit', forget, { capture: true })
  }, [])
}

/** So long somebody needs at least to see a message. */
const readMs = 1_000

/** When each was shown that offers nothing to do: what offers something stays until it is taken or its time is over. */
const plain = new Map<string, number>()

/** Who goes on typing into a field that lies below a message has read it, and wants to see the field. */
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

/** What a message offers to do about what it tells. */
export interface SnackbarAct {
  label: string
  act: () => void
  /** It takes back what was just done, by Ctrl+Z as well. */
  undoes?: boolean
}

let undo: { id: string; take: () => void } | null = null

/** The same text twice is one message: it would only push others away. Of what can be taken back the newest holds. */
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
 * Places in line with a form (`data-said`), where messages cover neither a field nor a button of it. They are found when something is
 * said, so that the first screen carries nothing of this.
 */

let chosen: Element | undefined
const listeners = new Set<() => void>()

/** A place goes with its form; what is still said moves on. */
const watcher = new MutationObserver(() => chosen?.isConnected || choose(findLine()))

/** For what is said now, which is brought into sight. */
function chooseLine() {
  choose(findLine())
  chosen?.scrollIntoView({ block: 'nearest' })
}

function choose(line: Element | undefined) {
  chosen = line
  if (line) watcher.observe(document.body, { childList: true, subtree: true })
  else watcher.disconnect()
  for (const listener of listeners) listener()
}

/** The first that can be seen; without one messages stand over the page. */
const findLine = () => [...document.querySelectorAll('[data-said]')].find(isOnScreen)

function isOnScreen(place: Element): boolean {
  const { top } = place.getBoundingClientRect()
  return top >= 0 && top < window.innerHeight
}

const useLine = (): Element | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
