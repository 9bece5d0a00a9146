import { createHash } from 'node:crypto'
import { type accessCalls, passwordMin } from '@lapak/contract/access'
import type { BodyOf } from '@lapak/contract/call'
import type { Config } from '#core/config.ts'
import type { Database } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { networkOf } from '#core/network.ts'
import { countWithin } from '#core/rate-count.ts'
import { Refusal } from '#core/refusal.ts'
import { sameText, type Vault } from '#core/secrets.ts'
import { normalPhone } from '../otp/otp.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { acceptTerms } from '../terms/terms.ts'
import { findMember, readMember } from './account.queries.ts'
import { alreadyMemberLetter } from './letters.ts'
import { countLetterAsk, mailActivation } from './mailed-links.ts'
import { spendToken } from './mailed-tokens.ts'
import { insertMember, openAccount, startOver } from './new-member.ts'
import { checkNewPassword, hashPassword } from './password.ts'

export interface RegistrationDeps {
  db: Database
  vault: Vault
  outbox: Outbox
  config: Pick<Config, 'registerHash' | 'passwordMin'>
  /** Where the page lives, without a slash at the end. */
  publicUrl(): string
}

type Registration = BodyOf<typeof accessCalls.register>

/** Name and e-mail letter by letter as they were sent: the hash is over these, not over what is left after trimming. */
export type HashedTexts = Pick<Registration, 'nama' | 'email'>

const activationsPerHour = 60

/**
 * Signs up. The answer and the work are the same whether the address is free or taken; only the letter differs. Who signs
 * up again before activation starts over: the newest name, password and link count.
 */
export async function register(deps: RegistrationDeps, asked: Registration, address: string, hashed: HashedTexts): Promise<void> {
  const { db, vault, outbox, config } = deps
  refuseWrongHash(asked.hash, hashed, config.registerHash)
  checkNewPassword(
    asked.password,
    'password',
    Math.max(passwordMin.register, config.passwordMin),
    (min) => `Password must be at least ${min} characters`,
  )
  const person = { name: asked.nama, email: asked.email.toLowerCase(), phone: phoneOf(asked.phone) }
  await countLetterAsk(db, 'register', person.email, address)
  const passwordHash = await hashPassword(asked.password)
  await db.transaction(async (tx) => {
    await lockMirror(tx)
    const known = await findMember(tx, person.email)
    if (known?.activated)
      return outbox.mail(tx, { memberId: known.id, email: known.email }, alreadyMemberLetter(known.name, `${deps.publicUrl()}/forgot`))
    if (known) await startOver(tx, known.id, { ...person, passwordHash })
    const id = known?.id ?? (await insertMember(tx, vault, { ...person, passwordHash }))
    await acceptTerms(tx, id, address)
    await mailActivation(tx, outbox, { id, email: person.email, name: person.name }, deps.publicUrl())
  })
}

/** Every page carries both parts, so this stops only who did not look (B-OPEN-12); the counting does the work. */
function refuseWrongHash(hash: string, { nama, email }: HashedTexts, { prefix, secret }: Config['registerHash']) {
  const wanted = createHash('sha256').update(`${prefix}${nama}${email}${secret}`).digest('hex')
  if (!sameText(hash, wanted)) throw new Refusal('access.bad_hash')
}

/** Kept unverified, when one was given. */
function phoneOf(typed: string): string | null {
  if (typed === '') return null
  const phone = normalPhone(typed)
  if (phone === null) throw new Refusal('phone.invalid', {}, { errors: { phone: 'Nomor Telp Tidak valid' } })
  return phone
}

/** The mailed link opens the account; of several at once one does. */
export async function activate(deps: RegistrationDeps, token: string, address: string): Promise<void> {
  await countWithin(deps.db, `activate from ${networkOf(address)}`, activationsPerHour, 3600)
  await deps.db.transaction(async (tx) => {
    await lockMirror(tx)
    const memberId = await spendToken(tx, token, 'activate')
    const member = memberId === null ? null : await readMember(tx, memberId)
    if (member === null || member.activated) throw new Refusal('access.activation_invalid')
    await openAccount(tx, deps, member, deps.publicUrl())
  })
}
