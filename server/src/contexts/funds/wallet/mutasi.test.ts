import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { countMovements, entrySetRange } from '#ledger/statement.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { adjust, askCashOut, cancelTopUp, deposit, payCashOut, rejectCashOut, returnCashOut } from '../../../../test/money.ts'
import { searchFor } from './mutasi-search.ts'

let market: TestMarket
let member: TestMember

beforeAll(async () => {
  market = await startMarket()
})

afterAll(() => market?.stop())

beforeEach(async () => {
  member = await market.app.member()
})

const book = <T>(work: (tx: Tx) => Promise<T>) => market.app.db.transaction(work)
const ask = (who: TestMember, query = '') => market.app.call('GET', `/api/v1/payment/mutasisaldo?${query}`, { token: who.token })
const download = (who: TestMember, query = '') =>
  fetch(`${market.app.url}/api/v1/payment/mutasisaldo/download?${query}`, { headers: { authorization: `Bearer ${who.token}` } })

const shownRows = ({ body }: { body: Json }) => body.data.content.map((row: Json) => [row.keterangan, row.mutasi, row.saldoakhir])

/** Moves a balance in all ways that tickets and administrators can. */
async function live(): Promise<{ deposit: bigint; cashOut: bigint }> {
  return book(async (tx) => {
    const first = await deposit(tx, member.id, 100_500n, { bank: '04', fee: 500n })
    await cancelTopUp(tx, await deposit(tx, member.id, 30_000n, { bank: '02' }))
    await rejectCashOut(tx, await askCashOut(tx, member.id, 10_000n))
    const returned = await askCashOut(tx, member.id, 20_000n)
    await payCashOut(tx, returned)
    await returnCashOut(tx, returned)
    await adjust(tx, member.id, -1_000n)
    return { deposit: first, cashOut: returned }
  })
}

test('the statement contains every movement with the balance after it, newest first [B-API-39, B-ENT-21]', async () => {
  const { deposit: first } = await live()
  const answer = await ask(member)
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { totalElements: 8, saldoawal: 0, masuk: 160_000, keluar: 61_000, saldoakhir: 99_000 } },
  })
  expect(shownRows(answer)).toEqual([
    ['Penyesuaian: Uji', -1_000, 99_000],
    ['Penarikan dikembalikan bank BRI', 20_000, 100_000],
    ['Penarikan ke BRI', -20_000, 80_000],
    ['Penarikan ke BRI ditolak', 10_000, 100_000],
    ['Penarikan ke BRI', -10_000, 90_000],
    ['Pembatalan topup BNI', -30_000, 100_000],
    ['Topup BNI', 30_000, 130_000],
    ['Topup BRI', 100_000, 100_000],
  ])
  const [oldest] = answer.body.data.content.slice(-1)
  expect(oldest).toEqual({
    id: expect.any(Number),
    waktu: expect.stringMatching(/^\d{4}-/),
    keterangan: 'Topup BRI',
    reff: expect.stringMatching(new RegExp(`^TP-\\w+-${first}$`)),
    mutasi: 100_000,
    saldoakhir: 100_000,
  })
  expect(new Set(answer.body.data.content.map(({ id }: Json) => id)).size).toBe(8)
})

test('an order is shown in the statements of buyer and seller', async () => {
  const { app } = market
  const { seller } = await market.addSeller()
  const buyer = await app.member({ balance: 50_000n })
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'PULSA' }), price: 10_000n }), 1)
  for (const [reffclient, target] of [
    ['berhasil', '7700011234'],
    ['gagal', '7700030001'],
  ] as const) {
    expect(await market.order(buyer, { productcode: 'PULSA', target, reffclient })).toMatchObject({ success: true })
    await app.settled(buyer, reffclient)
  }
  expect(shownRows(await ask(buyer, 'sort=id,ASC'))).toEqual([
    ['Topup BCA', 50_000, 50_000],
    ['Pembelian PULSA 7700011234', -10_000, 40_000],
    ['Pembelian PULSA 7700030001', -10_000, 30_000],
    ['Pengembalian pembelian PULSA 7700030001', 10_000, 40_000],
  ])
  const sold = await ask(seller)
  expect(shownRows(sold)).toEqual([['Penjualan PULSA 7700011234', 10_000, 10_000]])
  expect(sold.body.data.content[0].reff).toBe('berhasil')

  expect(shownRows(await ask(buyer, 'search=gag&sort=id,ASC'))).toEqual([
    ['Pembelian PULSA 7700030001', -10_000, 30_000],
    ['Pengembalian pembelian PULSA 7700030001', 10_000, 40_000],
  ])
  expect((await ask(buyer, 'search=7700011')).body.data.totalElements).toBe(1)
  expect((await ask(buyer, 'search=pulsa&statustrx=1')).body.data.totalElements).toBe(1)
  expect((await ask(seller, 'search=gagal')).body.data.totalElements).toBe(0)
  expect((await ask(buyer, 'search=Pengembalian pembelian PULSA 77')).body.data.totalElements).toBe(1)
  expect((await ask(buyer, 'search=10.000')).body.data.totalElements).toBe(3)
  expect((await ask(seller, 'search=penjualan')).body.data.totalElements).toBe(1)
  expect((await ask(seller, 'search=pembelian')).body.data.totalElements).toBe(0)

  // A search reads at most the given number of newest entries.
  const sets = await entrySetRange(app.db.read, { awal: undefined, akhir: undefined })
  const among = (newest: number) =>
    countMovements(
      app.db.read,
      { memberId: buyer.id, sets, side: undefined, search: { ...searchFor('XX', 'berhasil'), among: newest } },
      10,
    )
  expect([await among(2), await among(3)]).toEqual([0n, 1n])
})

test('a refund is found by the text that each side of the purchase sees', async () => {
  const { app } = market
  const { seller } = await market.addSeller()
  const buyer = await app.member({ balance: 50_000n })
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'DATA' }), price: 10_000n }), 1)
  await market.order(buyer, { productcode: 'DATA', target: '7700011234', reffclient: 'kembali' })
  const { id } = await app.settled(buyer, 'kembali')
  const { token } = await app.member({ roles: ['ROLE_ADMIN'] })
  const refund = { token, body: { description: 'Uji koreksi' } }
  expect(await app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, refund)).toMatchObject({ status: 200 })
  expect(shownRows(await ask(buyer, 'search=Refund pembelian DATA'))).toEqual([['Refund pembelian DATA 7700011234', 10_000, 50_000]])
  expect(shownRows(await ask(seller, 'search=Pengembalian dana'))).toEqual([['Pengembalian dana penjualan DATA 7700011234', -10_000, 0]])
})

test('filters by direction or ticket number select the movements, but do not change the sums of the days [B-OPEN-37]', async () => {
  const tickets = await live()
  const sums = { saldoawal: 0, masuk: 160_000, keluar: 61_000, saldoakhir: 99_000 }
  expect((await ask(member, 'statustrx=1')).body.data).toMatchObject({ totalElements: 4, ...sums })
  expect((await ask(member, 'statustrx=2')).body.data).toMatchObject({ totalElements: 4, ...sums })
  const { body } = await ask(member)
  const numbers: string[] = body.data.content.map(({ reff }: Json) => reff)
  const invoice = numbers.find((reff) => reff.startsWith('TP-') && reff.endsWith(`-${tickets.deposit}`)) ?? ''
  expect(shownRows(await ask(member, `search=${invoice}`))).toEqual([['Topup BRI', 100_000, 100_000]])
  const request = numbers.find((reff) => reff.startsWith('CO-') && reff.endsWith(`-${tickets.cashOut}`)) ?? ''
  expect((await ask(member, `search=${request.toLowerCase()}`)).body.data).toMatchObject({ totalElements: 2, ...sums })
  const other = await market.app.member()
  expect((await ask(other, `search=${invoice}`)).body.data).toMatchObject({ content: [], totalElements: 0 })
})

test.each([
  ['Topup', [-30_000, 30_000, 100_000]],
  ['topup bri', [100_000]],
  ['BNI', [-30_000, 30_000]],
  ['Pembatalan', [-30_000]],
  ['Penarikan ke BRI', [-20_000, 10_000, -10_000]],
  ['dikembalikan bank', [20_000]],
  ['ditolak', [10_000]],
  ['Penyesuaian: Uji', [-1_000]],
  ['Rp 20.000', [20_000, -20_000]],
  ['−Rp 20.000', [20_000, -20_000]],
  ['30000', [-30_000, 30_000]],
  // The balance after a movement is a part of its row, so it is searched, too.
  ['99.000', [-1_000]],
  ['2000', []],
  ['TP-', [-30_000, 30_000, 100_000]],
  ['Pembelian', []],
])('a search for %s finds the rows that contain it, in the list and in the downloaded file', async (typed, amounts) => {
  await live()
  const query = `search=${encodeURIComponent(typed)}`
  const { content, totalElements } = (await ask(member, query)).body.data
  expect(content.map(({ mutasi }: Json) => mutasi)).toEqual(amounts)
  expect(totalElements).toBe(amounts.length)
  const file: string[][] = parse(await (await download(member, query)).text(), { bom: true })
  expect(file.slice(2, -1).map((row) => Number(row[4]))).toEqual(amounts)
})

test('the entries of a withdrawn cash-out are found by its state', async () => {
  await book(async (tx) => {
    await deposit(tx, member.id, 50_000n)
    await rejectCashOut(tx, await askCashOut(tx, member.id, 10_000n), 4)
  })
  expect(shownRows(await ask(member, 'search=ke BRI dibatalkan'))).toEqual([['Penarikan ke BRI dibatalkan', 10_000, 50_000]])
  expect((await ask(member, 'search=ditolak')).body.data.content).toEqual([])
})

test('consecutive pages of a statement have no gaps', async () => {
  await live()
  const page = async (number: number) => shownRows(await ask(member, `size=3&page=${number}`))
  const all = shownRows(await ask(member, 'size=-1'))
  expect([...(await page(0)), ...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual(all)
  expect(all).toHaveLength(8)
})

test.each(['sort=mutasi', 'statustrx=3', 'awal=kemarin'])('the query %s is refused', async (query) => {
  expect(await ask(member, query)).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
})

test('the downloaded statement shows the movements between opening and closing balance, in either order [B-API-40, B-API-43]', async () => {
  await live()
  const answer = await download(member, 'sort=waktu,ASC&statustrx=1')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="mutasisaldo.csv"')
  const rows: string[][] = parse(await answer.text(), { bom: true, relax_column_count: false })
  expect(rows[0]).toEqual(['ID', 'Waktu (WIB)', 'Keterangan', 'Referensi', 'Mutasi', 'Saldo akhir'])
  expect(rows.slice(1).map((row) => [row[2], row[4], row[5]])).toEqual([
    ['Saldo awal', '', '0'],
    ['Topup BRI', '100000', '100000'],
    ['Topup BNI', '30000', '130000'],
    ['Penarikan ke BRI ditolak', '10000', '100000'],
    ['Penarikan dikembalikan bank BRI', '20000', '100000'],
    ['Saldo akhir', '', '99000'],
  ])
  const newestFirst: string[][] = parse(await (await download(member)).text(), { bom: true })
  expect([newestFirst[1]?.[2], newestFirst.at(-1)?.[2], newestFirst.length]).toEqual(['Saldo akhir', 'Saldo awal', 11])
})

test('a member without movements has an empty statement', async () => {
  expect((await ask(member)).body.data).toEqual({
    content: [],
    totalElements: 0,
    saldoawal: 0,
    masuk: 0,
    keluar: 0,
    saldoakhir: 0,
  })
})
