import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askFirst } from '#ui/confirm.tsx'

let unsentForms = 0

/** Whether leaving now would lose something: an unsent form or an open dialog. */
export const isOccupied = (): boolean => unsentForms > 0 || document.querySelector('[aria-modal="true"]') !== null

interface Leaving {
  /** The button that Enter triggers. */
  first?: 'yes' | 'no'
  /** The back button of a phone calls this instead of leaving the page. */
  onBack?: (() => void) | null
  /** Set for the purchase dialog, which opens over every page, so that a change of `beli` counts as leaving. */
  overPages?: boolean
}

/** A change of the purchase parameter alone opens or closes the purchase dialog; the page below stays. */
const staysBelow = (one: Place, other: Place): boolean => one.pathname === other.pathname && isBuying(one) !== isBuying(other)
const isBuying = ({ search }: Place): boolean => (search as { beli?: string }).beli === '1'
interface Place {
  pathname: string
  search: object
}

/**
 * Asks for confirmation before typed input is lost, by a close button, Escape, a link or the back button. If the input is sent or cleared while it
 * asks, the question closes. Returns whether the question is open.
 */
export function useAskBeforeLeaving(
  unsent: boolean,
  question: string,
  { first = 'yes', onBack = null, overPages = false }: Leaving = {},
): boolean {
  const [asking, setAsking] = useState(false)
  const open = useRef<{ question: string; takeBack: () => void }>(undefined)
  const back = useRef(onBack)
  useEffect(() => {
    back.current = onBack
  })
  // Must be a stable function: a new one during an open question would be asked too.
  const staysHere = useCallback<ShouldBlockFn>(
    async ({ action, current, next }) => {
      if (action === 'BACK' && back.current && !open.current) {
        back.current()
        return true
      }
      if (!unsent || (!overPages && staysBelow(current, next))) return false
      setAsking(true)
      const asked = askFirst({ question, danger: true, first })
      open.current = { question, takeBack: asked.takeBack }
      const leaves = await asked.answer
      open.current = undefined
      // Delayed: the Escape key that closed the question is still being handled by the form behind it.
      setTimeout(() => setAsking(false))
      return !leaves
    },
    [unsent, question, first, overPages],
  )
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

/** The same for a dialog without an address: `close` is for its close button, its Escape key and its cancel button. */
export function useAskBeforeClosing(unsent: boolean, question: string, onClose: () => void): { close: () => void; asking: boolean } {
  const leaving = useAskBeforeLeaving(unsent, question)
  const [closing, setClosing] = useState(false)
  const open = useRef(false)
  async function ask() {
    // The key press that opened the question may still be in progress when it is shown.
    if (open.current) return
    open.current = true
    setClosing(true)
    const closes = await askFirst({ question, danger: true, first: 'no' }).answer
    open.current = false
    // Delayed as above.
    setTimeout(() => setClosing(false))
    if (closes) onClose()
  }
  return { close: () => (unsent ? void ask() : onClose()), asking: leaving || closing }
}
