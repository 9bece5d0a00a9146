import { useEffect, useState } from 'react'

const waitsMs = 1_500

/** Whether the data is loaded; stays true after that, so that later refreshes cause no layout shift. True after a short time in any case. */
export function useSettled(isThere: boolean): boolean {
  const [settled, setSettled] = useState(isThere)
  if (isThere && !settled) setSettled(true)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), waitsMs)
    return () => clearTimeout(timer)
  }, [])
  return settled || isThere
}
