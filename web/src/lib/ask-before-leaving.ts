import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askFirst } from '#ui/confirm.tsx'

let unsentForms = 0

/** Whether going elsewhere now would take something away: a form that is not sent, or a dialog that is open. */
export const isOccupied = (): boolean => unsentForms > 0 || document.querySelector('[aria-modal="true"]') !== null

/**
 * Asks before what was typed is lost, whichever way it is left: a close button, Escape, a link, the back button. What there
 * is to lose can go while it asks; then the question goes as well. Returns whether it is asking just now.
 */
export function useAskBeforeLeaving(unsent: boolean, question: string, first: 'yes' | 'no' = 'yes'): boolean {
  const [asking, setAsking] = useState(false)
  const open = useRef<{ question: string; takeBack: () => void }>(undefined)
  // The same function on every rendering: a new one in the middle of a question would be asked as well.
  const staysHere = useCallback(async () => {
    if (!unsent) return false
    setAsking(true)
    const asked = askFirst({ question, danger: true, first })
    open.current = { question, takeBack: asked.takeBack }
    const leaves = await asked.answer
    open.current = undefined
    // Later: the Escape that said No is still on its way to the form behind.
    setTimeout(() => setAsking(false))
    return !leaves
  }, [unsent, question, first])
  useEffect(() => {
    if (!unsent || open.current?.question !== question) open.current?.takeBack()
  }, [unsent, question])
  useEffect(() => {
    if (!unsent) return
    unsentForms += 1
    return () => {
      unsentForms -= 1
    }
  }, [unsent])
  useBlocker({ enableBeforeUnload: false, shouldBlockFn: staysHere })
  return asking
}
