import { useEffect, useState } from 'react'

const timeoutMs = 1_500

/** Whether the data is loaded, or the maximum wait is over. Once true, the result stays true, so that later refreshes cause no layout shift. */
export function useLoadedOrTimeout(isThere: boolean): boolean {
  const [settled, setSettled] = useState(isThere)
  if (isThere && !settled) setSettled(true)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return settled || isThere
}
