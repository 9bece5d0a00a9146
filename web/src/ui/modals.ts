import { modals } from '@mantine/modals'
import { createStore, useSelector } from '@tanstack/react-store'

/** Opens dialogs of `modals-host.tsx` from anywhere; the host is loaded with the first dialog. */
const wanted = createStore(false)
const { promise: there, resolve } = Promise.withResolvers<void>()

export const markHostMounted = resolve

export const useIsModalsHostWanted = (): boolean => useSelector(wanted)

let asked = 0

/** Opens a dialog under a unique id. Returns a function that closes the dialog, even if the host is not loaded yet. */
export function openWhenHostMounted(open: (modalId: string) => void): { close: () => void } {
  asked += 1
  const modalId = `asked-${asked}`
  let closed = false
  wanted.setState(() => true)
  void there.then(() => closed || open(modalId))
  return {
    close: () => {
      closed = true
      modals.close(modalId)
    },
  }
}
