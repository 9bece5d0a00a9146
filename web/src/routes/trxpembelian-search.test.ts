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
  const produk = { tab: 'produk', lihat: 'perubahan', categoryid: '1', brandid: '22', sellerid: '333', rute: 'S5', penawaran: '7' }
  expect(kept(produk)).toEqual(produk)
  expect(kept({ lihat: 'semua', categoryid: 'x', brandid: '-1', sellerid: '1e3', rute: '', penawaran: 'ya' })).toEqual({})
})
