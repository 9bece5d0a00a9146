import { useSyncExternalStore } from 'react'
import type { SnackbarAct } from '#ui/snackbar-host.tsx'

/** Shows messages of `snackbar-host.tsx`, which is loaded with the first one: most visits to the sign-in screen have none. */
export const loadSnackbarHost = () => import('#ui/snackbar-host.tsx')

let wanted = false
const listeners = new Set<() => void>()

async function say(message: string, look: 'done' | 'error', offer?: SnackbarAct) {
  wanted = true
  for (const listener of listeners) listener()
  const { showMessage } = await loadSnackbarHost()
  showMessage(message, look, offer)
}

export const sayDone = (message: string) => void say(message, 'done')
export const sayDoneAndOffer = (message: string, offer: SnackbarAct) => void say(message, 'done', offer)
export const sayError = (message: string) => void say(message, 'error')
export const sayErrorAndOffer = (message: string, offer: SnackbarAct) => void say(message, 'error', offer)

export function useSnackbarWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )
}
