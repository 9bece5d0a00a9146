import { expect, test } from 'vitest'
import { blocksOf } from './terms-blocks.ts'

test('splits terms into headings, lists of consecutive items and paragraphs, and ignores blank lines', () => {
  expect(blocksOf('# 1. Akun\nSatu akun.\n- satu\n  - dua  \n\n# 2. Saldo\r\n- tiga\nakhir\n-bukan daftar\n#bukan judul')).toEqual([
    { kind: 'heading', text: '1. Akun' },
    { kind: 'paragraph', text: 'Satu akun.' },
    { kind: 'list', items: ['satu', 'dua'] },
    { kind: 'heading', text: '2. Saldo' },
    { kind: 'list', items: ['tiga'] },
    { kind: 'paragraph', text: 'akhir' },
    { kind: 'paragraph', text: '-bukan daftar' },
    { kind: 'paragraph', text: '#bukan judul' },
  ])
  expect(blocksOf('\n \n')).toEqual([])
})
