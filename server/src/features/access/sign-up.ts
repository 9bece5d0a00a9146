import { z } from 'zod'
import type { Database } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import type { Vault } from '#core/secrets.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { acceptTerms } from '../terms/terms.ts'
import { findMember } from './account.queries.ts'
import { alreadyMemberLetter } from './letters.ts'
import { mailActivation } from './mailed-links.ts'
import { insertMember, startOver } from './new-member.ts'

/** A form that waits for its job, sealed: who it is from is nobody's to read. */
export const sealedSignUp = z.object({ sealed: z.base64() })
export type SealedSignUp = z.output<typeof sealedSignUp>

export interface SignUp {
  name: string
  email: string
  phone: string | null
  passwordHash: string
  /** Where the form came from. */
  address: string
  /** Where the page lives. */
  base: string
}

/** Forms belong to nobody yet. */
const sealOwner = 0n

export const sealSignUp = (vault: Vault, form: SignUp): SealedSignUp => ({
  sealed: vault.seal(JSON.stringify(form), sealOwner).toString('base64'),
})

/**
 * Signs up, or tells the owner of the address that somebody tried. Who signs up again before activation starts over: the
 * newest name, password and link count.
 */
export function signUp({ db, vault, outbox }: { db: Database; vault: Vault; outbox: Outbox }, { sealed }: SealedSignUp): Promise<void> {
  const { address, base, ...person }: SignUp = JSON.parse(vault.open(Buffer.from(sealed, 'base64'), sealOwner))
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const known = await findMember(tx, person.email)
    if (known?.activated)
      return outbox.mail(tx, { memberId: known.id, email: known.email }, alreadyMemberLetter(known.name, `${base}/forgot`))
    if (known) await startOver(tx, known.id, person)
    const id = known?.id ?? (await insertMember(tx, vault, person))
    await acceptTerms(tx, id, address)
    await mailActivation(tx, outbox, { id, email: person.email, name: person.name }, base)
  })
}
