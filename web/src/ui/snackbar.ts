import { createStore, useSelector } from '@tanstack/react-store'
import type { SnackbarAct } from '#ui/snackbar-host.tsx'

/** Shows messages in `snackbar-host.tsx`, which is loaded with the first message: most visits to the sign-in screen show no message. */
export const loadSnackbarHost = () => import('#ui/snackbar-host.tsx')

const wanted = createStore(false)

async function say(message: string, look: 'done' | 'error', offer?: SnackbarAct) {
  wanted.setState(() => true)
  const { showMessage } = await loadSnackbarHost()
  showMessage(message, look, offer)
}

export const sayDone = (message: string) => void say(message, 'done')
export const sayDoneAndOffer = (message: string, offer: SnackbarAct) => void say(message, 'done', offer)
export const sayError = (message: string) => void say(message, 'error')
export const sayErrorAndOffer = (message: string, offer: SnackbarAct) => void say(message, 'error', offer)

export const useSnackbarWanted = (): boolean => useSelector(wanted)
