import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { confirmed } from '#ui/confirm.tsx'

/**
 * Asks before what was typed is lost, whichever way it is left: a close button, Escape, a link, the back button.
 * Returns whether it is asking just now.
 */
export function useAskBeforeLeaving(unsent: boolean, question: string): boolean {
  const [asking, setAsking] = useState(false)
  // The same function on every rendering: a new one in the middle of a question would be asked as well.
  const staysHere = useCallback(async () => {
    if (!unsent) return false
    setAsking(true)
    const leaves = await confirmed({ question, danger: true })
    // Later: the Escape that said No is still on its way to the form behind.
    setTimeout(() => setAsking(false))
    return !leaves
  }, [unsent, question])
  useBlocker({ enableBeforeUnload: false, shouldBlockFn: staysHere })
  return asking
}
