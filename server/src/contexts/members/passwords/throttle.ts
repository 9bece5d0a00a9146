import type { Database, Tx } from '#db/db.ts'
import { type AttemptCheck, type AttemptTarget, forgetAttempts, throttleAttempts } from '#http/brute-force.ts'
import { throttleNetwork } from '#http/brute-force-by-network.ts'
import { networkOf } from '#http/network.ts'

/** The source of a sign-in attempt, before the member is authenticated. */
export interface AttemptSource {
  /** In lower case. */
  email: string
  address: string
  /** The hash of a device that this account signed in with before. */
  device: Buffer | null
}

/** A known device has its own allowance, so that attempts of others cannot lock the owner out. */
const deviceFree = 10
/** After so many, an unknown device needs a mailed link: this also stops an attacker that tries once every 15 minutes. */
const passwordsMax = 100
/** Fewer, because six digits are guessed sooner and the password is known already. */
const codesMax = 50
const codesBeforeEmail = 3

/** Throttles the check of a password for this e-mail. */
export const throttlePassword = <Found>(db: Database, who: AttemptSource, look: AttemptCheck<Found>): Promise<Found | false> =>
  throttleSecret(db, 'email', who, look, { shutAfter: passwordsMax })

/**
 * The same for the second factor. Counted per account, so that a new challenge gives no new attempts. An attacker there knows the password, so the
 * owner is mailed early.
 */
export const throttleSecondFactor = <Found>(
  db: Database,
  who: AttemptSource,
  look: AttemptCheck<Found>,
  notifyOwner: (tx: Tx) => Promise<void>,
): Promise<Found | false> =>
  throttleSecret(db, 'mfa', who, look, { shutAfter: codesMax, alarm: { after: codesBeforeEmail, ring: notifyOwner } })

type Secret = 'email' | 'mfa'
type Bounds = Pick<AttemptTarget, 'shutAfter' | 'alarm'>

function throttleSecret<Found>(
  db: Database,
  secret: Secret,
  who: AttemptSource,
  look: AttemptCheck<Found>,
  bounds: Bounds,
): Promise<Found | false> {
  if (who.device !== null)
    return throttleAttempts(db, { subject: atDevice(secret, who.email, who.device), free: deviceFree, ...bounds }, look)
  return throttleNetwork(db, networkOf(who.address), who.email, () =>
    throttleAttempts(db, { subject: `${secret}:${who.email}`, ...bounds }, look),
  )
}

const atDevice = (secret: Secret, email: string, device: Buffer) => `${secret}:${email} at ${device.toString('base64url')}`

/**
 * A provider's code does not identify the member beforehand, and an attacker can get valid codes with an own account, so success does not reset the
 * count.
 */
export const throttleProviderCode = <Found>(db: Database, address: string, look: AttemptCheck<Found>): Promise<Found | false> =>
  throttleAttempts(db, { subject: `provider code from ${networkOf(address)}`, free: 50, unforgiving: true }, look)

/** Attempts at the old password do not count for the new one. */
export const forgetAttemptsAt = (tx: Tx, email: string): Promise<void> =>
  forgetAttempts(tx, [`email:${email.toLowerCase()}`, `mfa:${email.toLowerCase()}`])

/** After the owner of the mailbox has opened the link in this browser. */
export const forgetAttemptsAtDevice = (tx: Tx, email: string, device: Buffer): Promise<void> =>
  forgetAttempts(tx, [atDevice('email', email.toLowerCase(), device), atDevice('mfa', email.toLowerCase(), device)])
