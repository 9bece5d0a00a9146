import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askFirst } from '#ui/confirm.tsx'

let unsentForms = 0

/** Whether going elsewhere now would take something away: a form that is not sent, or a dialog that is open. */
export const isOccupied = (): boolean => unsentForms > 0 || document.querySelector('[aria-modal="true"]') !== null

interface Leaving {
  /** What Enter answers. */
  first?: 'yes' | 'no'
  /** Instead of leaving, a telephone's back button goes one step back in here. */
  onBack?: (() => void) | null
  /** It is itself what opens over every page, and not part of one that stays when that opens or closes. */
  overPages?: boolean
}

/** Changed alone, it opens or closes the purchase over a page that stays as it is. */
const staysBelow = (one: Place, other: Place): boolean => one.pathname === other.pathname && isBuying(one) !== isBuying(other)
const isBuying = ({ search }: Place): boolean => (search as { beli?: string }).beli === '1'
interface Place {
  pathname: string
  search: object
}

/**
 * Asks before what was typed is lost, whichever way it is left: a close button, Escape, a link, the back button. What there
 * is to lose can go while it asks; then the question goes as well. Returns whether it is asking just now.
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
  // The same function on every rendering: a new one in the middle of a question would be asked as well.
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
      // Later: the Escape that said No is still on its way to the form behind.
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

/** The same for a dialog that no address knows of: `close` is for its cross, its Escape and its button. */
export function useAskBeforeClosing(unsent: boolean, question: string, onClose: () => void): { close: () => void; asking: boolean } {
  const leaving = useAskBeforeLeaving(unsent, question)
  const [closing, setClosing] = useState(false)
  const open = useRef(false)
  async function ask() {
    // The press that asks may still be on its way when the question is there.
    if (open.current) return
    open.current = true
    setClosing(true)
    const closes = await askFirst({ question, danger: true, first: 'no' }).answer
    open.current = false
    // Later, as above.
    setTimeout(() => setClosing(false))
    if (closes) onClose()
  }
  return { close: () => (unsent ? void ask() : onClose()), asking: leaving || closing }
}
