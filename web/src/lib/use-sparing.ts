import { useRef } from 'react'

/** Runs `act` at once and then at most once per interval, however often it is called. */
export function useSparing(act: () => void, interval: number): () => void {
  const timer = useRef<number>(undefined)
  const again = useRef(false)
  function run() {
    again.current = false
    act()
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      if (again.current) run()
    }, interval)
  }
  return () => {
    if (timer.current === undefined) run()
    else again.current = true
  }
}
