import { expect, test } from 'vitest'
import { shorterName, shortName } from './short-name.ts'

test('shortens long names with an ellipsis and keeps short ones', () => {
  expect(shortName('Sinar Pulsa Nusantara')).toBe('Sinar Pulsa Nusantar…')
  expect(shorterName('Anging Mammiri Cell')).toBe('Anging Mammiri…')
  expect(shortName('Deli')).toBe('Deli')
})
