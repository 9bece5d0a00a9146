import { useEffect, useState } from 'react'

/** To where the focus was before: the dialog is opened by being there, of which Mantine's own way knows nothing. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}
