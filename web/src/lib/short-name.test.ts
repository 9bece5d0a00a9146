import { expect, test } from 'vitest'
import { shorterName, shortName } from './short-name.ts'

test('long names end in an ellipsis, short ones stay', () => {
  expect(shortName('Sinar Pulsa Nusantara')).toBe('Sinar Pulsa Nusantar…')
  expect(shorterName('Anging Mammiri Cell')).toBe('Anging Mammiri…')
  expect(shortName('Deli')).toBe('Deli')
})
