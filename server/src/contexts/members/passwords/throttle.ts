import type { Database, Tx } from '#db/db.ts'
import { type AttemptCheck, type AttemptTarget, forgetAttempts, throttleAttempts } from '#http/brute-force.ts'
import { throttleNetwork } from '#http/brute-force-by-network.ts'
import { networkOf } from '#http/network.ts'

/** Who tries to sign in, before anybody knows who it is. */
export interface AttemptSource {
  /** In small letters. */
  email: string
  address: string
  /** The hash of a device that this account signed in with before. */
  device: Buffer | null
}

/** A device has an allowance of its own, so that strangers who guess cannot lock the owner out. */
const deviceFree = 10
/** Then only a mailed link lets an unknown device try again: whoever guesses once in a quarter of an hour gets no further either. */
const passwordsMax = 100
/** Fewer, since six digits are found sooner and a password was found already. */
const codesMax = 50
const codesBeforeEmail = 3

/** Looks whether this is the password of this e-mail. */
export const throttlePassword = <Found>(db: Database, who: AttemptSource, look: AttemptCheck<Found>): Promise<Found | false> =>
  throttleSecret(db, 'email', who, look, { shutAfter: passwordsMax })

/**
 * Likewise at the second factor. Counted per account, so that a new challenge brings no new tries. Who guesses there knows the
 * password, so the owner is told early.
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

/** Of a provider's code nobody knows whose it is, and everybody can make right ones with an account of their own. */
export const throttleProviderCode = <Found>(db: Database, address: string, look: AttemptCheck<Found>): Promise<Found | false> =>
  throttleAttempts(db, { subject: `provider code from ${networkOf(address)}`, free: 50, unforgiving: true }, look)

/** What was guessed at an old password says nothing about the new one. */
export const forgetAttemptsAt = (tx: Tx, email: string): Promise<void> =>
  forgetAttempts(tx, [`email:${email.toLowerCase()}`, `mfa:${email.toLowerCase()}`])

/** The owner of the mailbox opened it for this device. */
export const forgetAttemptsAtDevice = (tx: Tx, email: string, device: Buffer): Promise<void> =>
  forgetAttempts(tx, [atDevice('email', email.toLowerCase(), device), atDevice('mfa', email.toLowerCase(), device)])
