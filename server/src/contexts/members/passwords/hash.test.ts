import { expect, test } from 'vitest'
import { hashPassword, isPasswordCorrect, unusablePasswordHash } from './hash.ts'

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
const strong = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

test('a password is stored as Argon2id with the parameters of OWASP, and only that password matches', async () => {
  const kept = await hashPassword('Kopi-Tubruk-27')
  expect(kept).toMatch(strong)
  expect(await isPasswordCorrect(kept, 'Kopi-Tubruk-27')).toBe(true)
  expect(await isPasswordCorrect(kept, 'Kopi-Tubruk-28')).toBe(false)
})

test('an unusable password takes the same time to verify, and a missing hash does not match any password', async () => {
  expect(await unusablePasswordHash()).toMatch(strong)
  expect(await isPasswordCorrect(undefined, 'Kopi-Tubruk-27')).toBe(false)
})
