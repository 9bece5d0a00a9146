import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { deleteRateCounts, rateLimit } from '#http/rate-limit-counts.ts'

/**
 * Limits sign-ins to an account. Sign-ins with the correct password count as well, because each one stores rows. Each known device has its own count:
 * the device of a thief with the password becomes known too, but does not use up the count of the owner's device.
 */
export const rateLimitSignIn = ({ db, settings }: { db: Database; settings: Settings }, memberId: bigint, device: Buffer | null) =>
  rateLimit(db, subjectOf(memberId, device), settings.get('access.signInsPerHour'), 3600)

/**
 * A new password resets the count of unknown devices. The counts of known devices need no reset, because a new password removes all known devices.
 */
export const resetSignInLimit = (tx: Tx, memberId: bigint): Promise<void> => deleteRateCounts(tx, [subjectOf(memberId, null)])

const subjectOf = (memberId: bigint, device: Buffer | null) =>
  `sign-ins of ${memberId} ${device === null ? 'on new devices' : `at ${device.toString('base64url')}`}`
