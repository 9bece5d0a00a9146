import { latePart, useLatePart } from '#lib/late-part.ts'
import { loadSnackbarHost, useSnackbarWanted } from '#ui/snackbar.ts'

const host = latePart(loadSnackbarHost)
const ignoreMissing = () => undefined

/** The container of messages; mounted once, by the root. */
export const SnackbarPlace = () => useSnackbarWanted() && <Host />

function Host() {
  const part = useLatePart(host, true, ignoreMissing)
  return part && <part.SnackbarHost />
}
