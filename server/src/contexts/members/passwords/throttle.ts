import type { Database, Tx } from '#db/db.ts'
import { type AttemptCheck, type AttemptTarget, deleteAttempts, throttleAttempts } from '#http/brute-force.ts'
import { throttleNetwork } from '#http/brute-force-by-network.ts'
import { networksOf } from '#http/network.ts'

/** The source of a sign-in attempt: the member is not authenticated yet. */
export interface AttemptSource {
  /** The e-mail address in lower case. */
  email: string
  ipAddress: string
  /** The token hash of a device on which this account has signed in before; null for an unknown device. */
  device: Buffer | null
}

/** A known device has its own number of free attempts, so that attempts of others cannot lock the owner out. */
const deviceFree = 10
/**
 * After this many consecutive wrong passwords an unknown device needs a mailed link. This also stops an attacker that tries one password every 15
 * minutes.
 */
const passwordsMax = 100
/** The limit for second-factor codes is lower: six digits are guessed sooner, and the attacker already knows the password. */
const codesMax = 50
const codesBeforeEmail = 3

/** Throttles password checks for this e-mail address. */
export const throttlePassword = <Found>(db: Database, who: AttemptSource, check: AttemptCheck<Found>): Promise<Found | false> =>
  throttleSecret(db, 'email', who, check, { lockAfter: passwordsMax })

/**
 * Throttles checks of the second factor. Attempts count per account, so that a new challenge gives no further attempts. An attacker at this step
 * knows the password, so the owner is mailed after a few wrong codes.
 */
export const throttleSecondFactor = <Found>(
  db: Database,
  who: AttemptSource,
  check: AttemptCheck<Found>,
  notifyOwner: (tx: Tx) => Promise<void>,
): Promise<Found | false> =>
  throttleSecret(db, 'mfa', who, check, { lockAfter: codesMax, alarm: { after: codesBeforeEmail, onThreshold: notifyOwner } })

type Secret = 'email' | 'mfa'
type Bounds = Pick<AttemptTarget, 'lockAfter' | 'alarm'>

function throttleSecret<Found>(
  db: Database,
  secret: Secret,
  who: AttemptSource,
  check: AttemptCheck<Found>,
  bounds: Bounds,
): Promise<Found | false> {
  if (who.device !== null)
    return throttleAttempts(db, { subject: atDevice(secret, who.email, who.device), free: deviceFree, ...bounds }, check)
  return throttleNetwork(db, who.ipAddress, who.email, () => throttleAttempts(db, { subject: `${secret}:${who.email}`, ...bounds }, check))
}

const atDevice = (secret: Secret, email: string, device: Buffer) => `${secret}:${email} at ${device.toString('base64url')}`

/** Wrong codes of identity providers that a network may send before the first wait. */
const providerCodesFree = 50

/**
 * Throttles codes of identity providers. The member is unknown before the check, so attempts count per network, and for the site of an IPv6 network.
 * A success does not reset the count, because an attacker can get valid codes with an own account.
 */
export function throttleProviderCode<Found>(db: Database, ipAddress: string, check: AttemptCheck<Found>): Promise<Found | false> {
  const throttled = networksOf(ipAddress).reduceRight<AttemptCheck<Found>>(
    (inner, { network, times }) =>
      () =>
        throttleAttempts(db, { subject: `provider code from ${network}`, free: times * providerCodesFree, keepsCount: true }, inner),
    check,
  )
  return throttled()
}

/** Resets the counts of an account, because attempts at the old password must not count for the new one. */
export const deleteAttemptsAt = (tx: Tx, email: string): Promise<void> =>
  deleteAttempts(tx, [`email:${email.toLowerCase()}`, `mfa:${email.toLowerCase()}`])

/** Resets the counts of a device after the owner of the mailbox has opened the mailed link in this browser. */
export const deleteAttemptsAtDevice = (tx: Tx, email: string, device: Buffer): Promise<void> =>
  deleteAttempts(tx, [atDevice('email', email.toLowerCase(), device), atDevice('mfa', email.toLowerCase(), device)])
