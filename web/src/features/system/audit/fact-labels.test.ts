import { expect, test } from 'vitest'
import { changedFactsOf } from './fact-labels.ts'

test('shows the values before and after a change as text', () => {
  expect(changedFactsOf({ before: { sell: 1500, promo: null }, after: { sell: 1650, promo: 1600 } })).toEqual([
    { name: 'sell', label: 'Harga jual', before: 'Rp 1.500', after: 'Rp 1.650' },
    { name: 'promo', label: 'Harga promo', before: 'kosong', after: 'Rp 1.600' },
  ])
})

test('shows only one value if a fact was added or removed', () => {
  expect(changedFactsOf({ before: null, after: { enabled: false } })).toEqual([
    { name: 'enabled', label: 'Aktif', before: undefined, after: 'Tidak' },
  ])
  expect(changedFactsOf({ before: { rows: 12 }, after: null })).toEqual([{ name: 'rows', label: 'Baris', before: '12', after: undefined }])
})

test('shows the label of a known kind of approval, and the name of an unknown kind', () => {
  expect(changedFactsOf({ before: null, after: { kind: 'setting.change' } })).toMatchObject([{ label: 'Jenis', after: 'Aturan' }])
  expect(changedFactsOf({ before: null, after: { kind: 'lain' } })).toMatchObject([{ label: 'Jenis', after: 'lain' }])
})

test('shows the name of a fact that has no label', () => {
  expect(changedFactsOf({ before: null, after: { baru: ['a', 1] } })).toEqual([
    { name: 'baru', label: 'baru', before: undefined, after: '["a",1]' },
  ])
})
