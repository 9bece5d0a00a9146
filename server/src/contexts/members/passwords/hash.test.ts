import { expect, test } from 'vitest'
import { hashPassword, passwordFits, unusablePasswordHash } from './hash.ts'

/** What OWASP asks of Argon2id: 19 MiB, two passes, one lane. */
const strong = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

test('a password is kept as Argon2id with the cost that OWASP asks for, and fits only itself', async () => {
  const kept = await hashPassword('Kopi-Tubruk-27')
  expect(kept).toMatch(strong)
  expect(await passwordFits(kept, 'Kopi-Tubruk-27')).toBe(true)
  expect(await passwordFits(kept, 'Kopi-Tubruk-28')).toBe(false)
})

test('what nobody knows costs the same to try, and a member that does not exist fits nothing', async () => {
  expect(await unusablePasswordHash()).toMatch(strong)
  expect(await passwordFits(undefined, 'Kopi-Tubruk-27')).toBe(false)
})
