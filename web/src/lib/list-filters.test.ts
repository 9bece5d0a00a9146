import { purchaseCalls } from '@lapak/contract/ordering/purchases'
import { expect, test } from 'vitest'
import { invalidFilterNames, validFilters } from './list-filters.ts'

test('reads the filters from the URL that the call defines', () => {
  const filters = { search: '0812', statustrx: '1', sellerid: '7', awal: '2026-02-01', akhir: '2026-02-28' }
  expect(validFilters(purchaseCalls.list, { tab: 'pembelian', page: 2, size: 10, sort: 'id,ASC', trx: '44', ...filters })).toEqual(filters)
})

test.each<object>([
  { statustrx: '3' },
  { sellerid: 'x' },
  { sellerid: '-1' },
  { brandid: '1234567890123456' },
  { search: 'a'.repeat(101) },
  { awal: 'kemarin' },
  { awal: '2026-02-30' },
  { akhir: undefined },
  { lain: '1' },
  { constructor: '1' },
])('leaves out filters in the URL that the call refuses or does not define: %o', (params) => {
  expect(validFilters(purchaseCalls.list, params)).toEqual({})
})

test('lists the filters that the call refuses, but not unknown parameters', () => {
  expect(
    invalidFilterNames(purchaseCalls.list, { statustrx: '3', awal: 'kemarin', search: '0812', page: 0, tab: 'lain', lain: '1' }).toSorted(),
  ).toEqual(['awal', 'statustrx'])
})
