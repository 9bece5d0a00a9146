import { expect, test } from 'vitest'
import { readPriceList } from '#integrations/suppliers/price-list.ts'

/** Writes a list as `S10 10150, X10 10275 closed; 2 unread`. */
async function inShort(list: unknown): Promise<string> {
  const read = await readPriceList(typeof list === 'string' ? list : JSON.stringify(list))
  if (read === null) return 'none'
  const rows = read.rows.map(({ supplierCode, price, open }) => `${supplierCode} ${price}${open ? '' : ' closed'}`).join(', ')
  return read.unread === 0 ? rows : `${rows}; ${read.unread} unread`
}

test.each([
  ['a bare list', [{ kode: 'S10', harga: 10_150, status: 'open' }], 'S10 10150'],
  ['a list in data', { success: true, data: [{ kode: 'S10', nama: 'Telkomsel', harga: '10.150' }] }, 'S10 10150'],
  ['a list under its own name', { status: 'ok', products: [{ code: 'S10', price: 10_150 }] }, 'S10 10150'],
  ['a list below data', { data: { total: 1, products: [{ code: 'S10', price: 10_150 }] } }, 'S10 10150'],
  [
    'names of other peers',
    {
      data: [
        { product_code: 'S10', hrg: 'Rp 10.150', aktif: true },
        { kode_produk: 'X10', harga_jual: '10,275', product_status: false },
      ],
    },
    'S10 10150, X10 10275 closed',
  ],
  [
    'numbers for open and closed',
    [
      { kode: 'S10', harga: '10150', status: '1' },
      { kode: 'X10', harga: '10275', status: '0' },
    ],
    'S10 10150, X10 10275 closed',
  ],
  [
    'words for open and closed',
    [
      { kode: 'A', harga: 1, status: 'Normal' },
      { kode: 'B', harga: 1, status: 'gangguan' },
      { kode: 'C', harga: 1, status: 'Kosong' },
      { kode: 'D', harga: 1, status: 'ready' },
    ],
    'A 1, B 1 closed, C 1 closed, D 1',
  ],
  ['decimals', [{ kode: 'S10', harga: '10150.0000' }], 'S10 10150'],
  [
    'commissions of bills and questions without a price',
    [
      { kode: 'BPLN', harga: '-1150' },
      { kode: 'CEKPLN', harga: 0 },
      { kode: 'S10', harga: 10_150 },
    ],
    'S10 10150; 2 unread',
  ],
  ['a word for its state that nobody knows', [{ kode: 'S10', harga: 10_150, status: 'H2H' }], '; 1 unread'],
  ['rows without code or price', [{ harga: 1 }, { kode: 'A' }, { kode: '', harga: 5 }, { kode: 'B', harga: 'hubungi CS' }], '; 4 unread'],
  [
    'prices that are no whole rupiah, which nobody rounds',
    [
      { kode: 'A', harga: '5350.5' },
      { kode: 'B', harga: 5.35 },
      { kode: 'C', harga: '5.35' },
      { kode: 'D', harga: '10.150,75' },
      { kode: 'E', harga: 5350.5 },
      { kode: 'F', harga: 'Rp 5.350,00' },
      { kode: 'G', harga: 5350 },
    ],
    'F 5350, G 5350; 5 unread',
  ],
  ['a price that could be two amounts', [{ kode: 'A', harga: '1234.567' }], '; 1 unread'],
  [
    'one code twice',
    [
      { kode: 'A', harga: 1 },
      { kode: 'A', harga: 2 },
    ],
    'A 2',
  ],
  ['nothing', [], ''],
  ['a refusal', { success: false, rc: '12', msg: 'Password salah' }, 'none'],
  ['half a list', '[{"kode":"S10","harga":1},{"kode":"S2', 'none'],
  ['a page', '<html></html>', 'none'],
])('a price list is read: %s', async (_, list, expected) => {
  expect(await inShort(list)).toBe(expected)
})
