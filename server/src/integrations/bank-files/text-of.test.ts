import { expect, test } from 'vitest'
import { textOf } from './text-of.ts'

/** Characters of one, two, three and four bytes, so that every step ends inside a character in some encoding. */
const text = `${'Toko Pulsa é € 😀, '.repeat(40_000)}ujung`
const ofWindows = `${'Toko Pulsa é €, '.repeat(40_000)}ujung`

test.each([
  ['UTF-8', text, Buffer.from(text)],
  ['UTF-8 with its mark', text, Buffer.from(`\ufeff${text}`)],
  ['UTF-16', text, Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, the other way round', text, Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['what Windows wrote', ofWindows, Buffer.from(ofWindows.replaceAll('€', '\u0080'), 'latin1')],
  ['what Windows wrote, once at the end', `${'a'.repeat(500_000)}é`, Buffer.from(`${'a'.repeat(500_000)}é`, 'latin1')],
])('a long text is decoded completely: %s', (_, expected, bytes) => {
  expect(textOf(bytes) === expected).toBe(true)
})
