import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import classes from '#ui/snackbar-host.module.css'
import { fromMd } from '#ui/theme.ts'

const staysFor = 5_000

/** Beside a dialog of 560 px on the narrowest desk. */
const width = 340

/** Top right on desks, where it covers no dialog; on anything smaller at the top, since what is pressed next stands below. */
export default function SnackbarHost() {
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  return <Notifications position={desk ? 'top-right' : 'top-center'} autoClose={staysFor} limit={3} containerWidth={width} zIndex={1000} />
}

const looks = {
  done: { color: 'green', icon: <IconCircleCheck size={20} />, className: classes.done },
  error: { color: 'red', icon: <IconAlertCircle size={20} />, className: classes.error },
}

/** The same text twice is one message: it would only push others away. */
export function showMessage(message: string, look: keyof typeof looks) {
  notifications.show({ id: message, message, ...looks[look], autoClose: staysFor, closeButtonProps: { 'aria-label': 'Tutup pesan' } })
}
