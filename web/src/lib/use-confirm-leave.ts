import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askForConfirmation } from '#ui/confirm.tsx'

let unsentForms = 0

/** Whether the user would lose something by leaving now: unsent input in a form, or an open dialog. */
export const isUserBusy = (): boolean => unsentForms > 0 || document.querySelector('[aria-modal="true"]') !== null

interface Leaving {
  /** The button that is triggered by Enter. */
  defaultButton?: 'yes' | 'no'
  /** Called by the back button of a phone instead of leaving the page. */
  onBack?: (() => void) | null
  /** Set for the purchase dialog, which opens over every page: for this dialog a change of the search parameter `beli` counts as leaving. */
  overPages?: boolean
}

/** Whether only the search parameter of the purchase dialog changes. This opens or closes the dialog, and the page below stays. */
const staysBelow = (one: Place, other: Place): boolean => one.pathname === other.pathname && isBuying(one) !== isBuying(other)
const isBuying = ({ search }: Place): boolean => (search as { beli?: string }).beli === '1'
interface Place {
  pathname: string
  search: object
}

/**
 * Asks for confirmation before a close button, Escape, a link or the back button discards typed input. If the input is sent or cleared while the
 * question is open, the question closes. Returns whether the question is open.
 */
export function useConfirmLeave(
  unsent: boolean,
  question: string,
  { defaultButton = 'yes', onBack = null, overPages = false }: Leaving = {},
): boolean {
  const [asking, setAsking] = useState(false)
  const open = useRef<{ question: string; cancel: () => void }>(undefined)
  const back = useRef(onBack)
  useEffect(() => {
    back.current = onBack
  })
  // Must be a stable function: if it changed while the question is open, the router would also call the new function, which would ask again.
  const staysHere = useCallback<ShouldBlockFn>(
    async ({ action, current, next }) => {
      if (action === 'BACK' && back.current && !open.current) {
        back.current()
        return true
      }
      if (!unsent || (!overPages && staysBelow(current, next))) return false
      setAsking(true)
      const confirmation = askForConfirmation({ question, danger: true, defaultButton })
      open.current = { question, cancel: confirmation.cancel }
      const leaves = await confirmation.answer
      open.current = undefined
      // Delayed, because the Escape key that closed the question is still being handled by the form behind it.
      setTimeout(() => setAsking(false))
      return !leaves
    },
    [unsent, question, defaultButton, overPages],
  )
  useEffect(() => {
    if (!unsent || open.current?.question !== question) open.current?.cancel()
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

/** The same confirmation for a dialog without a URL: `close` is for its close button, its Escape key and its cancel button. */
export function useConfirmClose(unsent: boolean, question: string, onClose: () => void): { close: () => void; asking: boolean } {
  const leaving = useConfirmLeave(unsent, question)
  const [closing, setClosing] = useState(false)
  const open = useRef(false)
  async function ask() {
    // Ignores a second call: the key press that opened the question may still be in progress when the question is shown.
    if (open.current) return
    open.current = true
    setClosing(true)
    const closes = await askForConfirmation({ question, danger: true, defaultButton: 'no' }).answer
    open.current = false
    // Delayed, because the Escape key that closed the question is still being handled by the dialog behind it.
    setTimeout(() => setClosing(false))
    if (closes) onClose()
  }
  return { close: () => (unsent ? void ask() : onClose()), asking: leaving || closing }
}
