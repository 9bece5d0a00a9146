import { expect, test } from 'vitest'
import { hasLink, splitLinks } from '#lib/text-pieces.ts'

test('turns only complete web addresses into links, without the punctuation of the sentence', () => {
  expect(splitLinks('Lihat https://contoh.id/a?b=1, lalu (http://lain.id).')).toEqual([
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

test('shows a host name with look-alike characters in punycode', () => {
  const [link] = splitLinks('https://lараk.id/masuk')
  expect(link).toMatchObject({ text: expect.stringMatching(/^https:\/\/xn--/) })
  // The host name is shown in punycode even if the URL contains its punycode form again later.
  const { host } = new URL('https://lараk.id')
  const [hidden] = splitLinks(`https://lараk.id/masuk?${host}`)
  expect(hidden).toMatchObject({ text: expect.stringMatching(/^https:\/\/xn--/) })
})

test('parses a very long text in linear time', () => {
  const text = `https://${'a.'.repeat(5_000)}`
  expect(splitLinks(text).length).toBeLessThanOrEqual(2)
  expect(splitLinks('!'.repeat(50_000))).toHaveLength(1)
})
