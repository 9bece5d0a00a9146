import { useEffect, useState } from 'react'

/** Restores the focus when the dialog closes. Mantine's own handling does not work because mounting opens the dialog. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}
