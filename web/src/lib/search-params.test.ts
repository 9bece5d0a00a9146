import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { choiceParam, filtersOf, idParam, pagingParams, searchParamsOptions, tabParam, textParam } from './search-params.ts'

const declared = searchParamsOptions({
  tab: tabParam('pembelian', 'produk'),
  ...pagingParams(),
  search: textParam(10),
  state: choiceParam(['0', '1']),
  trx: idParam(),
})
const read = (address: string) =>
  JSON.parse(JSON.stringify(declared.validateSearch(Object.fromEntries(new URLSearchParams(address)) as never))) as object
const defaults = { tab: 'pembelian', page: 1, size: 10 }

test('reads each search parameter, with numbers as numbers and text as text', () => {
  expect(read('')).toEqual(defaults)
  expect(read('tab=produk&page=2&size=-1&sort=sellprice,ASC&search=0812&state=1&trx=44')).toEqual({
    tab: 'produk',
    page: 2,
    size: -1,
    sort: 'sellprice,ASC',
    search: '0812',
    state: '1',
    trx: '44',
  })
  expect(read('search=+dua+kata+')).toEqual({ ...defaults, search: 'dua kata' })
})

test.each([
  'tab=lain',
  'page=0',
  'page=1.5',
  'page=1e3',
  'page=1000000',
  'size=0',
  'size=-2',
  'size=10000',
  'sort=id;drop',
  'sort=id',
  'search=',
  'search=+++',
  'search=12345678901',
  'search=a%00b',
  'state=2',
  'trx=x',
  'trx=-1',
  'trx=1234567890123456',
  'lain=1',
])('ignores the invalid parameter %s and uses the default', (address) => {
  expect(read(address)).toEqual(defaults)
})

test('keeps the filters of a list as text, in addition to the parameters that the page declares', () => {
  const { validateSearch } = searchParamsOptions({ ...pagingParams(), trx: idParam() }, filtersOf<typeof purchaseCalls.list>())
  const asked = { page: '2', trx: 'x', statustrx: '1', search: ' 0812 ', brandid: '', sellerid: 'a\u0000b' }
  expect(validateSearch(asked as never)).toEqual({ page: 2, size: 10, statustrx: '1', search: '0812' })
})

test('parses a value that the page sets in the same way as a value in the URL', () => {
  expect(declared.validateSearch({ page: 3, size: undefined } as never)).toMatchObject({ page: 3, size: 10 })
})

test('does not write defaults into the URL', () => {
  const root = createRootRoute()
  const list = createRoute({ getParentRoute: () => root, path: '/list', ...declared })
  const router = createRouter({ routeTree: root.addChildren([list]), history: createMemoryHistory() })
  const inAddress = (search: object) => router.buildLocation({ to: '/list' as '/', search: search as never }).search
  expect(inAddress({ ...defaults, trx: '44' })).toEqual({ trx: '44' })
  expect(inAddress({ tab: 'produk', page: 2, size: 10 })).toEqual({ tab: 'produk', page: 2 })
})
