import { expect, test } from 'vitest'
import { hasLink, piecesOf } from '#lib/text-pieces.ts'

test('only whole addresses of the web become links, and what ends a sentence is not of them', () => {
  expect(piecesOf('Lihat https://contoh.id/a?b=1, lalu (http://lain.id).')).toEqual([
    { text: 'Lihat ' },
    { text: 'https://contoh.id/a?b=1', href: 'https://contoh.id/a?b=1' },
    { text: ', lalu (' },
    { text: 'http://lain.id', href: 'http://lain.id/' },
    { text: ').' },
  ])
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'www.contoh.id',
    'https://',
    'ftp://contoh.id',
    'https://bank.id@jahat.id/',
  ])
    expect(hasLink(text), text).toBe(false)
})

test('a name that only looks like another one is shown as browsers read it', () => {
  const [link] = piecesOf('https://lараk.id/masuk')
  expect(link).toMatchObject({ text: expect.stringMatching(/^https:\/\/xn--/) })
  // Also where the address itself says that name further on.
  const { host } = new URL('https://lараk.id')
  const [hidden] = piecesOf(`https://lараk.id/masuk?${host}`)
  expect(hidden).toMatchObject({ text: expect.stringMatching(/^https:\/\/xn--/) })
})

test('a long text without an end is read in one go', () => {
  const text = `https://${'a.'.repeat(5_000)}`
  expect(piecesOf(text).length).toBeLessThanOrEqual(2)
  expect(piecesOf('!'.repeat(50_000))).toHaveLength(1)
})
