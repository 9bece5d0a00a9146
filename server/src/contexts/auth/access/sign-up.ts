import { z } from 'zod'
import { unusablePasswordHash } from '#contexts/members/passwords/passwords.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database } from '#db/db.ts'
import type { Cipher } from '#shared/secrets.ts'
import { findMemberByEmail } from './account.queries.ts'
import { alreadyMemberEmail } from './emails.ts'
import { mailActivation } from './mailed-links.ts'
import { insertMember } from './new-member.ts'
import { addSignUp } from './pending-sign-ups.ts'

/** A sign-up form in the payload of its job, encrypted because it contains personal data. */
export const encryptedSignUp = z.object({ sealed: z.base64() })
export type EncryptedSignUp = z.output<typeof encryptedSignUp>

export interface SignUp {
  name: string
  email: string
  phone: string | null
  passwordHash: string
  /** The IP address that sent the form. */
  ipAddress: string
  /** The URL of the web app. */
  base: string
}

/** Stands for the member id that the encryption is bound to: a form has no member yet. */
const sealOwner = 0n

export const sealSignUp = (cipher: Cipher, form: SignUp): EncryptedSignUp => ({
  sealed: cipher.encrypt(JSON.stringify(form), sealOwner).toString('base64'),
})

/**
 * Stores the sign-up, or mails the owner of an activated account that someone tried to sign up with this address. Until the activation the member has
 * a random password that is not known to any person, and each sign-up of the address has its own link.
 */
export async function signUp(
  { db, cipher, outbox }: { db: Database; cipher: Cipher; outbox: Outbox },
  { sealed: encryptedForm }: EncryptedSignUp,
): Promise<void> {
  const { ipAddress, base, ...person }: SignUp = JSON.parse(cipher.decrypt(Buffer.from(encryptedForm, 'base64'), sealOwner))
  const unusable = await unusablePasswordHash()
  await db.transaction(async (tx) => {
    await lockCache(tx)
    const known = await findMemberByEmail(tx, person.email)
    if (known?.activated)
      return outbox.sendEmail(tx, { memberId: known.id, email: known.email }, alreadyMemberEmail(known.name, `${base}/forgot`))
    const member_id = known?.id ?? (await insertMember(tx, cipher, { ...person, passwordHash: unusable }))
    const id = await addSignUp(tx, member_id, person, ipAddress)
    await mailActivation(tx, outbox, { id, member_id, email: person.email, name: person.name }, base)
  })
}
