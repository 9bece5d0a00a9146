import { expect, test } from 'vitest'
import { factsOf } from './fact-labels.ts'

test('what changed stands as before beside after, in words', () => {
  expect(factsOf({ before: { sell: 1500, promo: null }, after: { sell: 1650, promo: 1600 } })).toEqual([
    { name: 'sell', label: 'Harga jual', before: 'Rp 1.500', after: 'Rp 1.650' },
    { name: 'promo', label: 'Harga promo', before: 'kosong', after: 'Rp 1.600' },
  ])
})

test('what was only added or only taken away has one side', () => {
  expect(factsOf({ before: null, after: { enabled: false } })).toEqual([
    { name: 'enabled', label: 'Aktif', before: undefined, after: 'Tidak' },
  ])
  expect(factsOf({ before: { rows: 12 }, after: null })).toEqual([{ name: 'rows', label: 'Baris', before: '12', after: undefined }])
})

test('of a decision its kind is said in words, another kind as it is', () => {
  expect(factsOf({ before: null, after: { kind: 'setting.change' } })).toMatchObject([{ label: 'Jenis', after: 'Aturan' }])
  expect(factsOf({ before: null, after: { kind: 'lain' } })).toMatchObject([{ label: 'Jenis', after: 'lain' }])
})

test('a fact without a word of its own is shown by its name, and never left out', () => {
  expect(factsOf({ before: null, after: { baru: ['a', 1] } })).toEqual([
    { name: 'baru', label: 'baru', before: undefined, after: '["a",1]' },
  ])
})
