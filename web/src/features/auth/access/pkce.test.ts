import { expect, test } from 'vitest'
import { codeChallengeOf } from './authorization-url.ts'

test('computes the code challenge of the example in RFC 7636, appendix B', () => {
  expect(codeChallengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})
