import { expect, test } from 'vitest'
import { defaultMethods } from './top-ups.ts'

test('each way to pay that the page knows by itself has a name, words, a logo, and whether it is credited at once [B-TOP-03]', () => {
  for (const method of defaultMethods)
    expect(method).toEqual({
      nama: expect.stringMatching(/\S/),
      keterangan: expect.stringMatching(/\S/),
      logo: expect.stringMatching(/^\/methods\/[\w-]+\.svg$/),
      tipe: expect.toBeOneOf([0, 1]),
    })
})
