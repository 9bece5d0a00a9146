import { clockMaxSeconds } from '@lapak/contract/ordering/intake'
import { Refusal } from '#http/refusal.ts'

/** Unix seconds that software sent under its signature. Looked at after the signature, so that a stranger learns nothing from it. */
export function requireRecent(time: string) {
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > clockMaxSeconds) throw new Refusal('key.bad_timestamp')
}
