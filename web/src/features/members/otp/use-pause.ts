import { otpPauseSeconds } from '@lapak/contract/members/otp'
import { useEffect, useState } from 'react'

/** Of the member, not of one form: the server counts the same way. */
let nextAt = 0

/** The whole seconds until another code may be asked for. */
export function usePause() {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((nextAt - now) / 1000))
  const running = seconds > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  function begin() {
    const begun = Date.now()
    nextAt = begun + otpPauseSeconds * 1000
    setNow(begun)
  }
  return { seconds, begin }
}
