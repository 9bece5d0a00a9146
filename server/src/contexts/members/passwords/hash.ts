import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '#shared/secrets.ts'

/** Argon2id as OWASP recommends it. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** For members who come by a provider: nobody knows this password, and trying takes as long as with any other. */
export const unusablePasswordHash = (): Promise<string> => hashPassword(randomToken())

/** Verifying against this costs the same as a real password, so that unknown addresses answer as slowly as known ones. */
const nobodysHash = unusablePasswordHash()

/** Whether the password fits; without a hash it does not, after the same work. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobodysHash), password).catch(() => false)
  return fits && passwordHash !== undefined
}
