import { expect, test } from 'vitest'
import { purchasesSearch } from './trxpembelian-search.ts'

test('an address is read part by part, and a wrong part counts as absent', () => {
  const kept = (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(purchasesSearch(search)).filter(([, value]) => value !== undefined))
  expect(
    kept({ tab: 'produk', page: '2', size: '-1', sort: 'sellprice,ASC', search: '0812', statustrx: '1', trx: '44', beli: '1' }),
  ).toEqual({
    tab: 'produk',
    page: 2,
    size: -1,
    sort: 'sellprice,ASC',
    search: '0812',
    statustrx: '1',
    trx: '44',
    beli: '1',
  })
  expect(kept({ tab: 'lain', page: '0', size: '-2', sort: 'id;drop', statustrx: '3', awal: 'kemarin', trx: 'x', beli: 'ya' })).toEqual({})
})
