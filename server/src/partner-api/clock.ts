import { clockMaxSeconds } from '@lapak/contract/ordering/intake'
import { Refusal } from '#http/refusal.ts'

/** Throws unless the signed Unix time is near the current time. Its result is reported only after the signature check. */
export function requireRecent(time: string) {
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > clockMaxSeconds) throw new Refusal('key.bad_timestamp')
}
