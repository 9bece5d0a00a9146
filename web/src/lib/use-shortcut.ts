import { useEffect, useRef } from 'react'

/** Elements in which a key types text or already has a function. */
const takesKeys = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]'

/**
 * A keyboard shortcut of a page. It is inactive while an input has the focus or a dialog is open. If `act` returns false, the next handler receives
 * the key.
 */
export function useShortcut(key: string, act: () => unknown) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== key || !isFree(event)) return
      if (latest.current() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [key])
}

function isFree({ ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false
  if (target instanceof Element && target.closest(takesKeys)) return false
  return document.querySelector('[aria-modal="true"], [role="menu"]') === null
}
