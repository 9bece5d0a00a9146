import { expect, test } from 'vitest'
import { parseTerms } from './parse-terms.ts'

test('splits terms into headings, lists of consecutive items and paragraphs, and ignores blank lines', () => {
  expect(parseTerms('# 1. Akun\nSatu akun.\n- satu\n  - dua  \n\n# 2. Saldo\r\n- tiga\nakhir\n-bukan daftar\n#bukan judul')).toEqual([
    { kind: 'heading', text: '1. Akun' },
    { kind: 'paragraph', text: 'Satu akun.' },
    { kind: 'list', items: ['satu', 'dua'] },
    { kind: 'heading', text: '2. Saldo' },
    { kind: 'list', items: ['tiga'] },
    { kind: 'paragraph', text: 'akhir' },
    { kind: 'paragraph', text: '-bukan daftar' },
    { kind: 'paragraph', text: '#bukan judul' },
  ])
  expect(parseTerms('\n \n')).toEqual([])
})
