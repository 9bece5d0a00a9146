import { createHash } from 'node:crypto'
import type { accessCalls } from '@lapak/contract/auth/access'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { Chosen } from '#contexts/members/members/members.ts'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import { checkNewPassword, hashPassword, isPasswordCorrect } from '#contexts/members/passwords/passwords.ts'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { acceptTermsWithForm } from '#contexts/system/terms/terms.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Config } from '#shared/config.ts'
import { type Cipher, sameText } from '#shared/secrets.ts'
import { signUpJob } from './access.jobs.ts'
import { readMemberById } from './account.queries.ts'
import { consumeToken, rateLimitLinkUse } from './mailed-tokens.ts'
import { openAccount } from './new-member.ts'
import { type PendingSignUp, signUpOfLink } from './pending-sign-ups.ts'
import { rateLimitEmailRequest } from './request-link.ts'
import { type SignUp, sealSignUp } from './sign-up.ts'

export interface RegistrationDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Outbox
  config: Pick<Config, 'registerHash'>
  settings: Settings
  /** The URL of the web app, without a trailing slash. */
  publicUrl(): string
}

type Registration = BodyOf<typeof accessCalls.register>

/** Name and e-mail exactly as they were sent: the hash is computed over these texts, not over the trimmed ones. */
export type HashedTexts = Pick<Registration, 'nama' | 'email'>

/**
 * Accepts the sign-up form. A job checks later whether the e-mail address is free, so that the request does the same work and returns the same answer
 * for every address.
 */
export async function requestSignUp(deps: RegistrationDeps, asked: Registration, ipAddress: string, hashed: HashedTexts): Promise<void> {
  const { config, settings } = deps
  refuseWrongHash(asked.hash, hashed, config.registerHash)
  checkNewPassword(settings, 'register', 'password', asked.password)
  const person = { name: asked.nama, email: asked.email.toLowerCase(), phone: phoneOf(asked.phone) }
  await rateLimitEmailRequest(deps, { purpose: 'register', email: person.email, ipAddress })
  const passwordHash = await hashPassword(asked.password)
  await askForSignUp(deps, { ...person, passwordHash, ipAddress, base: deps.publicUrl() })
}

const askForSignUp = ({ db, cipher }: RegistrationDeps, form: SignUp) =>
  db.transaction((tx) => enqueue(tx, signUpJob, sealSignUp(cipher, form)))

/**
 * Every copy of the web app contains both parts of the key, so the hash stops only the simplest scripts (B-OPEN-12); the actual protection is the
 * rate limit.
 */
function refuseWrongHash(hash: string, { nama, email }: HashedTexts, { prefix, secret }: Config['registerHash']) {
  const wanted = createHash('sha256').update(`${prefix}${nama}${email}${secret}`).digest('hex')
  if (!sameText(hash, wanted)) throw new Refusal('access.bad_hash')
}

/** The entered phone number in E.164 digits, null if the field is empty. It is stored as unverified. */
function phoneOf(typed: string): string | null {
  if (typed === '') return null
  const phone = normalPhone(typed)
  if (phone === null) throw new Refusal('phone.invalid', {}, { field: 'phone' })
  return phone
}

type Activation = BodyOf<typeof accessCalls.activate>

/**
 * Activates an account with the link from the e-mail and the password of its sign-up. The link alone would be unsafe: it would also activate a
 * sign-up that another person entered with this address. Of several concurrent calls, only one succeeds.
 */
export async function activateAccount(deps: RegistrationDeps, asked: Activation, ipAddress: string): Promise<void> {
  const perHour = deps.settings.get('access.activationsPerHour')
  await rateLimitLinkUse(deps.db, { token: asked.token, purpose: 'activate', ipAddress, perHour })
  const signUp = await signUpOfLink(deps.db.read, asked.token)
  if (!signUp) throw new Refusal('access.activation_invalid')
  const chosen = asked.passwordconf === undefined ? await asSignedUp(signUp, asked.password) : await anew(deps, signUp, asked.password)
  await deps.db.transaction(async (tx) => {
    await lockCache(tx)
    const memberId = await consumeToken(tx, asked.token, 'activate')
    const member = memberId === null ? null : await readMemberById(tx, memberId)
    if (member === null || member.activated) throw new Refusal('access.activation_invalid')
    await openAccount(tx, deps, member, chosen)
    if (chosen.isWhoSignedUp) await acceptTermsWithForm(tx, member.id, signUp)
    await deps.audit.record(tx, { event: 'account.activated', by: anonymousActor(ipAddress), subject: member.id })
  })
}

type Activated = Chosen & { isWhoSignedUp: boolean }

/** The password shows that the caller is the person who filled in the sign-up form. */
async function asSignedUp({ name, phone, password_hash }: PendingSignUp, password: string | undefined): Promise<Activated> {
  if (!password) throw new Refusal('access.activation_password')
  if (!(await isPasswordCorrect(password_hash, password))) throw new Refusal('access.activation_wrong', {}, { field: 'password' })
  return { name, phone, passwordHash: password_hash, isWhoSignedUp: true }
}

/**
 * The owner of the mailbox may not be the person who filled in the form, so the phone number and the acceptance of the terms in the form are ignored.
 */
async function anew({ settings }: RegistrationDeps, { name }: PendingSignUp, password: string | undefined): Promise<Activated> {
  if (!password) throw new Refusal('access.activation_password')
  checkNewPassword(settings, 'register', 'password', password)
  return { name, phone: null, passwordHash: await hashPassword(password), isWhoSignedUp: false }
}
