import { z } from 'zod'
import { unusablePasswordHash } from '#contexts/members/passwords/passwords.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import type { Cipher } from '#shared/secrets.ts'
import { findMember } from './account.queries.ts'
import { alreadyMemberEmail } from './emails.ts'
import { mailActivation } from './mailed-links.ts'
import { insertMember } from './new-member.ts'
import { addSignUp } from './pending-sign-ups.ts'

/** A form that waits for its job, sealed: who it is from is nobody's to read. */
export const encryptedSignUp = z.object({ sealed: z.base64() })
export type EncryptedSignUp = z.output<typeof encryptedSignUp>

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

export const sealSignUp = (cipher: Cipher, form: SignUp): EncryptedSignUp => ({
  sealed: cipher.encrypt(JSON.stringify(form), sealOwner).toString('base64'),
})

/**
 * Signs up, or tells the owner of the address that somebody tried. Until the activation the member belongs to nobody and has a
 * password that nobody knows: each sign-up of the address waits with a link of its own.
 */
export async function signUp(
  { db, cipher, outbox }: { db: Database; cipher: Cipher; outbox: Outbox },
  { sealed: encryptedForm }: EncryptedSignUp,
): Promise<void> {
  const { address, base, ...person }: SignUp = JSON.parse(cipher.decrypt(Buffer.from(encryptedForm, 'base64'), sealOwner))
  const unusable = await unusablePasswordHash()
  await db.transaction(async (tx) => {
    await lockCache(tx)
    const known = await findMember(tx, person.email)
    if (known?.activated)
      return outbox.mail(tx, { memberId: known.id, email: known.email }, alreadyMemberEmail(known.name, `${base}/forgot`))
    const member_id = known?.id ?? (await insertMember(tx, cipher, { ...person, passwordHash: unusable }))
    const id = await addSignUp(tx, member_id, person, address)
    await mailActivation(tx, outbox, { id, member_id, email: person.email, name: person.name }, base)
  })
}
