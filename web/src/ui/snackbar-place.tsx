import { latePart, useLatePart } from '#lib/late-part.ts'
import { loadSnackbarHost, useSnackbarWanted } from '#ui/snackbar.ts'

const host = latePart(loadSnackbarHost)
const nobodyToTell = () => undefined

/** Where messages appear; mounted once, by the root. */
export const SnackbarPlace = () => useSnackbarWanted() && <Host />

function Host() {
  const part = useLatePart(host, true, nobodyToTell)
  return part && <part.SnackbarHost />
}
