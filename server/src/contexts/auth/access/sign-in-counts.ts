import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { forgetRateCounts, rateLimit } from '#http/rate-limit-counts.ts'

/**
 * How often an account is signed in to. Right passwords count as well, since each leaves rows behind. Each known device has a count of its
 * own: who found out the password becomes a known device too, and uses up nothing of its owner's.
 */
export const countSignIn = ({ db, settings }: { db: Database; settings: Settings }, memberId: bigint, device: Buffer | null) =>
  rateLimit(db, subjectOf(memberId, device), settings.get('access.signInsPerHour'), 3600)

/** Who signed in with the old password does not hold up the new one. Counts of known devices go on for nobody: these are forgotten with it. */
export const forgetSignIns = (tx: Tx, memberId: bigint): Promise<void> => forgetRateCounts(tx, [subjectOf(memberId, null)])

const subjectOf = (memberId: bigint, device: Buffer | null) =>
  `sign-ins of ${memberId} ${device === null ? 'on new devices' : `at ${device.toString('base64url')}`}`
