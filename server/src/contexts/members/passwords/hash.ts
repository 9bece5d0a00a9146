import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '#shared/secrets.ts'

/** Argon2id with the parameters that OWASP recommends. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/**
 * The hash of a random password that nobody knows, for members that sign in with a provider. A sign-in attempt takes as long as with any other hash.
 */
export const unusablePasswordHash = (): Promise<string> => hashPassword(randomToken())

/** The hash that is verified if an e-mail address is unknown, so that the answer takes as long as for a known address. */
const dummyHash = unusablePasswordHash()

/** Whether the password matches. Without a hash the answer is false after the same work. */
export async function isPasswordCorrect(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await dummyHash), password).catch(() => false)
  return fits && passwordHash !== undefined
}
