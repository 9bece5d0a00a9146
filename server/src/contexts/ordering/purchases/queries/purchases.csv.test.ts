import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

let market: TestMarket
let seller: TestMember
let product: bigint

beforeAll(async () => {
  market = await startMarket()
  seller = (await market.addSeller()).seller
  product = (await market.app.product({ code: 'CSV' })).id
})

afterAll(() => market?.stop())

const download = (buyer: TestMember, query: string) =>
  fetch(`${market.app.url}/api/v1/transactions/buyer/download?${query}`, { headers: { authorization: `Bearer ${buyer.token}` } })

/** Inserts purchases in a final state, each a second older than the next purchase. `n` is part of the reference. */
const store = (buyer: TestMember, count: number, columns: { target?: string; serial?: string } = {}) =>
  sql`
  insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, created_at, updated_at,
    reffclient, product_code, target, serialnumber)
  select nextval('purchase_id'), ${buyer.id}, ${seller.id}, 1, ${product}, 1000 + n % 7, 1 + n % 2, 0,
    timestamptz '2025-03-01 00:00:00+07' + n * interval '1 second', timestamptz '2025-03-01 00:00:03+07' + n * interval '1 second',
    'D-' || n, 'CSV', ${columns.target ?? '081234567890'}, ${columns.serial ?? null}
  from generate_series(1, ${count}::integer) n`.execute(market.app.tables)

const parsed = (text: string): string[][] => parse(text, { recordDelimiter: '\r\n' })

test('purchases are downloaded with the filters and the order of the list, in a format that spreadsheet programs open [B-ENT-31]', async () => {
  const buyer = await market.app.member({ name: 'Konter Unduh' })
  await store(buyer, 3, { serial: 'Token "12", baru\nbaris dua' })
  const answer = await download(buyer, 'awal=2025-03-01&akhir=2025-03-02&sort=createat,ASC')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pembelian-2025-03-01-2025-03-02.csv"')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const text = bytes.subarray(3).toString()
  const [headings, ...rows] = parsed(text)
  expect(headings?.join('|')).toBe(
    'ID|Dibuat (WIB)|Diperbarui (WIB)|Reff Client|Kode|Produk|Tujuan|Harga|Suplier|Status|Serial Number|Keterangan',
  )
  expect(rows.map((row) => row.slice(1))).toEqual(
    [1, 2, 3].map((n) => [
      `2025/03/01 00:00:0${n}`,
      `2025/03/01 00:00:0${n + 3}`,
      `D-${n}`,
      'CSV',
      'Produk CSV',
      '081234567890',
      `${1000 + n}`,
      'Suplier 1',
      n === 2 ? 'SUKSES' : 'GAGAL',
      'Token "12", baru\nbaris dua',
      '',
    ]),
  )
  // A phone number is quoted, so that it stays text, while an amount is not.
  expect(text).toContain(',"081234567890",1001,')

  const narrowed = async (query: string) =>
    parsed(await (await download(buyer, query)).text())
      .slice(1)
      .map((row) => row[3])
  expect(await narrowed('')).toEqual(['D-3', 'D-2', 'D-1'])
  expect(await narrowed('statustrx=1')).toEqual(['D-2'])
  expect(await narrowed('search=D-3&sort=sellprice,ASC')).toEqual(['D-3'])
  expect(await narrowed('awal=2025-03-02')).toEqual([])
  expect((await download(buyer, 'sort=password_hash')).status).toBe(400)
})

test('a text that a spreadsheet program would run as a formula is escaped', async () => {
  for (const formula of ['=HYPERLINK("http://x")', '+62812', '-2+3', '@SUM(A1)', '＝1+1', ' "=1+1']) {
    const buyer = await market.app.member()
    await store(buyer, 1, { target: formula })
    const [, row] = parsed(await (await download(buyer, '')).text())
    expect(row?.[6]).toBe(`'${formula}`)
  }
})

test('a formula after a separator within a text is escaped', async () => {
  for (const separator of [';', ',', '\t', '\r', '\n', '; ', ';"', ';" "']) {
    const buyer = await market.app.member()
    await store(buyer, 1, { target: `81${separator}=1+1;` })
    const [, row] = parsed(await (await download(buyer, '')).text())
    expect(row?.[6]).toBe(`81${separator}'=1+1;`)
  }
  const buyer = await market.app.member()
  await store(buyer, 1, { target: '\t=1', serial: 'SN: 1, biaya-2; a@b.id; 3 = 3' })
  const [, row] = parsed(await (await download(buyer, '')).text())
  expect(row?.[6]).toBe("'\t'=1")
  expect(row?.[10]).toBe('SN: 1, biaya-2; a@b.id; 3 = 3')
})

test('a large download is complete and sorted, and contains only rows of this buyer', async () => {
  const buyer = await market.app.member()
  await store(await market.app.member(), 50)
  await store(buyer, 2_500)
  const rows = parsed(await (await download(buyer, 'sort=sellprice,ASC')).text()).slice(1)
  const expected = Array.from({ length: 2_500 }, (_, index) => index + 1).sort((a, b) => (a % 7) - (b % 7) || a - b)
  expect(rows.map((row) => row[3])).toEqual(expected.map((n) => `D-${n}`))
})

test('a download with more rows than the limit is refused, not truncated', async () => {
  const buyer = await market.app.member()
  await store(buyer, 100_001)
  const answer = await download(buyer, '')
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ success: false, code: 'download.too_many', msg: expect.stringContaining('100.000') })
  const rest = await download(buyer, 'statustrx=1')
  expect(rest.status).toBe(200)
  expect((await rest.text()).split('\r\n')).toHaveLength(50_000 + 2)
})
