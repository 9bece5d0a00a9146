import { useEffect, useState } from 'react'

/**
 * Returns the focus to the previous element when the dialog closes. Mantine's own handling does not work, because mounting the component opens the
 * dialog.
 */
export function useRestoreFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}
