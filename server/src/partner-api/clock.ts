import { clockMaxSeconds } from '@lapak/contract/ordering/intake'
import { Refusal } from '#http/refusal.ts'

/** Checks the signed Unix time. Call after the signature check, so that unauthenticated callers learn nothing from the result. */
export function requireRecent(time: string) {
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > clockMaxSeconds) throw new Refusal('key.bad_timestamp')
}
