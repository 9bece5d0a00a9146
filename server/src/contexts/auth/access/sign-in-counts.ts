import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { forgetRateCounts, rateLimit } from '#http/rate-limit-counts.ts'

/**
 * Limits sign-ins to an account. Those with the correct password count as well, because each stores rows. Each known device has its own count: a
 * thief with the password becomes a known device too, and uses up nothing of the owner's.
 */
export const countSignIn = ({ db, settings }: { db: Database; settings: Settings }, memberId: bigint, device: Buffer | null) =>
  rateLimit(db, subjectOf(memberId, device), settings.get('access.signInsPerHour'), 3600)

/** A new password starts a new count. The counts of known devices need no reset: the devices are forgotten with the password. */
export const forgetSignIns = (tx: Tx, memberId: bigint): Promise<void> => forgetRateCounts(tx, [subjectOf(memberId, null)])

const subjectOf = (memberId: bigint, device: Buffer | null) =>
  `sign-ins of ${memberId} ${device === null ? 'on new devices' : `at ${device.toString('base64url')}`}`
