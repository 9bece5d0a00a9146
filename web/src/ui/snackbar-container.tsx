import { lazyPart, useLazyPart } from '#lib/lazy-part.ts'
import { loadSnackbarHost, useIsSnackbarWanted } from '#ui/snackbar.ts'

const host = lazyPart(loadSnackbarHost)
const ignoreMissing = () => undefined

/** The container in which messages are shown. The root mounts it once. */
export const SnackbarContainer = () => useIsSnackbarWanted() && <Host />

function Host() {
  const part = useLazyPart(host, true, ignoreMissing)
  return part && <part.SnackbarHost />
}
