import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '#shared/secrets.ts'

/** Argon2id with the parameters that OWASP recommends. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** For members that sign in by a provider: an unknown password, which costs an attempt as much as any other. */
export const unusablePasswordHash = (): Promise<string> => hashPassword(randomToken())

/** Verifying against this costs as much as a real password, so that unknown addresses are answered as slowly as known ones. */
const nobodysHash = unusablePasswordHash()

/** Whether the password matches; without a hash it does not, after the same work. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobodysHash), password).catch(() => false)
  return fits && passwordHash !== undefined
}
