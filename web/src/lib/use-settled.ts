import { useEffect, useState } from 'react'

const waitsMs = 1_500

/** Whether what is read is there, from now on: what happens to it later moves nothing. Nobody waits for longer than a moment. */
export function useSettled(isThere: boolean): boolean {
  const [settled, setSettled] = useState(isThere)
  if (isThere && !settled) setSettled(true)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), waitsMs)
    return () => clearTimeout(timer)
  }, [])
  return settled || isThere
}
