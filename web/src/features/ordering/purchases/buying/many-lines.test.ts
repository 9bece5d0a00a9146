import { type Orderable, productType } from '@lapak/contract/ordering/purchases'
import { expect, test } from 'vitest'
import { linesMax, parseLines } from './many-lines.ts'

const product = (productcode: string, more: Partial<Orderable> = {}): Orderable => ({
  productcode,
  productname: productcode,
  producttype: productType.prepaid,
  denom: 0n,
  brandname: 'Telkomsel',
  categoryname: 'Pulsa',
  targetkind: 'mobile',
  operator: 'TSEL',
  price: 5_500n,
  promo: false,
  sellername: 'Suplier',
  state: 'open',
  ...more,
})
const s10 = product('S10')
const pln = product('PLN20', { operator: null, targetkind: 'digits' })
const products = [s10, pln, product('PASCA', { producttype: productType.bill }), product('S5', { state: 'closed' })]

test('parses each line of a list as a target for the selected product or as a product code with a target', () => {
  const lines = parseLines('0812-3456 7890\r\n\n 81234567891\nPLN20 14123456789\n', products, s10)
  expect(lines.map(({ nth, target, product, wrong }) => [nth, target, product?.productcode, wrong])).toEqual([
    [1, '081234567890', 'S10', null],
    [2, '081234567891', 'S10', null],
    [3, '14123456789', 'PLN20', null],
  ])
})

test('reports why a line cannot become an order, for example because it repeats another line', () => {
  const wrong = (text: string, chosen: Orderable | null = s10) => parseLines(text, products, chosen).map((line) => line.wrong)
  expect(wrong('081234567890\n+62 812 3456 7890')).toEqual([null, 'Sama dengan baris 1'])
  expect(wrong('081234567890', null)).toEqual(['Pilih produknya'])
  expect(wrong('08123')).toEqual(['Bukan nomor HP yang lengkap'])
  expect(wrong('XL10 081234567890\nPASCA 530000000002\nS5 081234567890\nPLN20 123')).toEqual([
    'XL10 tidak ada di daftar Anda',
    'Hanya produk prabayar',
    'Sedang tidak bisa dipesan',
    'Nomor terlalu pendek',
  ])
  expect(
    parseLines(Array.from({ length: linesMax + 5 }, (_, n) => `0812${String(n).padStart(8, '0')}`).join('\n'), products, s10),
  ).toHaveLength(linesMax)
})
