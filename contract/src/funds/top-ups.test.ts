import { expect, test } from 'vitest'
import { defaultMethods } from './top-ups.ts'

test('every default payment method has a name, a description, a logo, and a flag for immediate credit [B-TOP-03]', () => {
  for (const method of defaultMethods)
    expect(method).toEqual({
      nama: expect.stringMatching(/\S/),
      keterangan: expect.stringMatching(/\S/),
      logo: expect.stringMatching(/^\/methods\/[\w-]+\.svg$/),
      tipe: expect.toBeOneOf([0, 1]),
    })
})
