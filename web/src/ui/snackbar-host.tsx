import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import classes from '#ui/snackbar-host.module.css'
import { fromMd } from '#ui/theme.ts'

const staysFor = 5_000
const offerStaysFor = 10_000

/** Beside a dialog of 560 px on the narrowest desk. */
const width = 340

/** Top right on desks, where it covers no dialog; on anything smaller at the top, since what is pressed next stands below. */
export function SnackbarHost() {
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  // A dialog keeps the focus inside itself, so that an undo beside it needs a key.
  useHotkeys([['mod+Z', () => undo?.take()]])
  return <Notifications position={desk ? 'top-right' : 'top-center'} autoClose={staysFor} limit={3} containerWidth={width} zIndex={1000} />
}

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
  const shown = { ...looks[look], closeButtonProps: { 'aria-label': 'Tutup pesan' } }
  if (offer === undefined) return void notifications.show({ id: message, message, ...shown, autoClose: staysFor })
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
