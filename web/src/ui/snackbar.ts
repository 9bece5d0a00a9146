import { createStore, useSelector } from '@tanstack/react-store'
import type { SnackbarAction } from '#ui/snackbar-host.tsx'

/** Shows messages in `snackbar-host.tsx`, which is loaded with the first message: most visits to the sign-in screen show no message. */
export const loadSnackbarHost = () => import('#ui/snackbar-host.tsx')

const isWanted = createStore(false)

async function showSnackbar(message: string, look: 'done' | 'error', offer?: SnackbarAction) {
  isWanted.setState(() => true)
  const { showMessage } = await loadSnackbarHost()
  showMessage(message, look, offer)
}

export const showSuccess = (message: string) => void showSnackbar(message, 'done')
export const showSuccessWithAction = (message: string, offer: SnackbarAction) => void showSnackbar(message, 'done', offer)
export const showError = (message: string) => void showSnackbar(message, 'error')
export const showErrorWithAction = (message: string, offer: SnackbarAction) => void showSnackbar(message, 'error', offer)

export const useIsSnackbarWanted = (): boolean => useSelector(isWanted)
