import { useEffect, useState } from 'react'

/** The time of this device, updated every second while `running`. */
export function useNow(running: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!running) return
    const timer = window.setInterval(() => setNow(new Date()), 1000)
    return () => window.clearInterval(timer)
  }, [running])
  return now
}
