import { type BankSimulator, createBank } from '@lapak/simulators/bank'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import type { Answer, Json, TestApp, TestMember } from '../../../../test/app.ts'
import { rowsLookedAt } from '../../../../test/bank-instance.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { cashOut, correctCash, deposit, transferCash } from '../../../../test/money.ts'
import { namesakes } from '../../../../test/namesakes.ts'
import { moveEntriesToYesterday, withinOneDay } from '../../../../test/one-day.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

const secret = 'rahasia-mutasi-untuk-uji'
const account = '8810012345'
const dayMs = 86_400_000
const yesterday = jakartaDayOf(new Date(Date.now() - dayMs))
const daysAgo = (days: number) => jakartaDayOf(new Date(Date.now() - days * dayMs))

let market: TestMarket
let app: TestApp
let admin: TestMember
let buyer: TestMember
let seller: TestMember
let bca: BankSimulator
let installation: string
/** For each buyer's reference, the reference of the order at the seller. */
const references = new Map<string, string>()
/** Two tickets: `byRow` was paid by a bank row; `byHand` was approved by hand and has no row. */
let byRow: bigint
let byHand: bigint
let paidOut: bigint

beforeAll(async () => {
  market = await startMarket({ BANKFEED_SECRET: secret })
  app = market.app
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  await app.tables.updateTable('payment_method').set({ account_no: account }).where('channel', '=', 'transfer').execute()
  await app.setting('reconciliation.waitDays', 0)
  await app.setting('sale.feeFlat', 100n)
  installation = (await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()).code
})

afterAll(() => market?.stop())

async function sales() {
  const { seller: made, supplier } = await market.addSeller()
  seller = made
  buyer = await app.member({ name: 'Budi', balance: 1_000_000n })
  const product = await app.product({ code: 'P10' })
  await app.map(buyer, await app.offer({ seller, product, price: 10_500n }))
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const reffclient = `beli-${number}`
    const target = `0812345${number}7777`
    if (number === 6) supplier.script(target, 'failure')
    expect(await market.order(buyer, { productcode: 'P10', target, reffclient })).toMatchObject({ success: true })
    const { id } = await app.settled(buyer, reffclient)
    const attempt = await app.db.read.selectFrom('attempt').select('id').where('purchase_id', '=', id).executeTakeFirstOrThrow()
    references.set(reffclient, `${installation}${attempt.id}`)
    if (number !== 5) continue
    const body = { description: 'Barang tidak sampai' }
    const taken = await app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, { token: admin.token, body })
    expect(taken.status).toBe(200)
  }
}

async function moneyAtBca() {
  bca = createBank({ url: app.url, secret, code: '01', account, opening: 5_000_000, name: 'bca' })
  await app.db.transaction(async (tx) => {
    byHand = await deposit(tx, buyer.id, 300_000n, { how: 'admin' })
    byRow = await deposit(tx, buyer.id, 150_123n, { how: 'admin' })
    paidOut = await cashOut(tx, buyer.id, 50_000n)
    await correctCash(tx, '05', 'interest', 250n)
  })
  await bca.pay(150_123, 'SETORAN BUDI')
  await bca.pay(77_777, '=HYPERLINK("http://jahat")')
  await bca.pay(-6_500, 'BIAYA ADM')
  bca.move(10_000.57, 'BUNGA')
  await bca.deliver()
  await rowsLookedAt(app)
}

/** Moves all rows back by a day. */
async function everythingWasYesterday() {
  await moveEntriesToYesterday(app.tables)
  await app.tables.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [table, column] of [
      ['purchase', 'created_at'],
      ['attempt', 'created_at'],
      ['top_up', 'created_at'],
      ['top_up', 'approved_at'],
      ['top_up', 'ended_at'],
      ['cash_out', 'created_at'],
      ['cash_out', 'paid_at'],
      ['cash_transfer', 'created_at'],
      ['cash_correction', 'created_at'],
      ['adjustment', 'created_at'],
      ['suspense_item', 'opened_at'],
      ['suspense_item', 'closed_at'],
      ['bank_statement', 'happened_at'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '1 day'`.execute(tx)
  })
}

const asAdmin = (method: string, path: string, body?: Json, who = admin): Promise<Answer> =>
  app.call(method, `/api/admin/v1/reconciliation/${path}`, { token: who.token, body })

async function differences(query = '', who = admin): Promise<Json[]> {
  const { status, body } = await asAdmin('GET', `differences?size=1000&sort=hari,ASC&${query}`, undefined, who)
  expect(status).toBe(200)
  return body.data.content
}

async function checked(): Promise<void> {
  await rowsLookedAt(app)
  const runs = async () => (await app.db.read.selectFrom('reconciliation_run').select('id').execute()).length
  const before = await runs()
  expect(await asAdmin('POST', 'run')).toMatchObject({ status: 200, body: { msg: 'Pemeriksaan dimulai' } })
  await expect.poll(runs).toBe(before + 1)
}

test('a past day is compared the next morning', async () => {
  await sales()
  await moneyAtBca()
  await everythingWasYesterday()
  expect(await differences()).toEqual([])
  // Yesterday ends in the books only with a booking of today.
  await app.db.transaction((tx) => deposit(tx, admin.id, 1_000n, { bank: '06' }))
  await runJob(app, 'store-running-totals')
  await runJob(app, 'reconcile-banks')
  expect((await differences()).map(({ hari }) => hari)).toEqual(Array.from({ length: 7 }, () => yesterday))
})

describe('the comparison with a bank', () => {
  test('shows the money in and out of a day, and how much of it is credited or in suspense', async () => {
    const { body } = await asAdmin('GET', `banks?awal=${yesterday}&akhir=${yesterday}`)
    expect(body.data.checkedat).toMatch(/Z$/)
    const bank = body.data.content.find(({ bankcode }: Json) => bankcode === '01')
    expect(bank).toMatchObject({
      hari: yesterday,
      baris: 4,
      masukbank: 237_900.57,
      keluarbank: 6_500,
      dikreditkan: 150_123,
      menunggu: 77_777,
      belumdijelaskan: 2,
      // The buyer's opening balance, both tickets and the suspense money.
      masukbuku: 1_527_900,
      keluarbuku: 0,
      saldobuku: 1_527_900,
      saldobank: 5_231_400.57,
    })
    expect(bank.diperiksa).toBe(true)
    expect(bank.terbuka).toBe((await differences('open=1&bankcode=01')).length)
    expect(body.data.content.find(({ bankcode }: Json) => bankcode === '04')).toMatchObject({
      baris: 0,
      keluarbuku: 50_000,
      saldobank: null,
    })
  })

  test('finds each bank row without an explanation or owner, and each booking without a bank row', async () => {
    const found = (await differences('open=1&bankcode=01')).map(({ kind, reference, ours, theirs, keterangan, hari, name }: Json) => ({
      kind,
      reference: reference.replace(/^mutasi \d+$/, 'mutasi'),
      ours,
      theirs,
      keterangan: keterangan.split(' · ')[0],
      hari,
      name,
    }))
    const all = { hari: yesterday, name: 'BCA' }
    expect(found).toHaveLength(5)
    expect(found).toEqual(
      expect.arrayContaining([
        { ...all, kind: 'waits', reference: 'mutasi', ours: null, theirs: 77_777, keterangan: '=HYPERLINK("http://jahat")' },
        { ...all, kind: 'not_in_books', reference: 'mutasi', ours: null, theirs: -6_500, keterangan: 'BIAYA ADM' },
        { ...all, kind: 'not_in_books', reference: 'mutasi', ours: null, theirs: 10_000.57, keterangan: 'BUNGA' },
        { ...all, kind: 'not_in_bank', reference: `TP-${installation}-${byHand}`, ours: 300_000, theirs: null, keterangan: 'Topup' },
        // The bank reports a balance with its first row that the books do not have.
        {
          ...all,
          kind: 'balance',
          reference: '••••2345',
          ours: 231_400.57,
          theirs: 5_231_400.57,
          keterangan: 'Saldo pembukuan dengan baris pertama mutasi bank',
        },
      ]),
    )
  })

  test('reports a missing statement as one difference per day until rows come', async () => {
    expect(await differences('open=1&bankcode=04')).toMatchObject([
      { kind: 'no_statement', ours: -50_000, theirs: null, keterangan: '1 pembukuan menunggu mutasi bank', still: true },
    ])
    expect(await differences('open=1&bankcode=05')).toMatchObject([{ kind: 'no_statement', ours: 250 }])
    const bri = createBank({ url: app.url, secret, code: '04', account, name: 'bri' })
    bri.move(-1_234, 'BIAYA', new Date())
    await bri.deliver()
    await checked()
    const today = await asAdmin('GET', `banks?bankcode=04&awal=${daysAgo(0)}&akhir=${daysAgo(0)}`)
    expect(today.body.data.content).toMatchObject([{ keluarbank: 1_234, terbuka: 0, diperiksa: false }])
    const found = await differences('open=1&bankcode=04')
    expect(found).toMatchObject([
      { kind: 'no_statement', still: false, endedat: null },
      { kind: 'not_in_bank', reference: `CO-${installation}-${paidOut}`, ours: -50_000, still: true },
    ])
  })

  test('finds missing rows by a balance that does not follow from the previous balance and the rows', async () => {
    const bni = createBank({ url: app.url, secret, code: '02', account, opening: 0, name: 'bni' })
    const at = (days: number) => new Date(Date.now() - days * dayMs)
    bni.move(10_000, 'SATU', at(9))
    bni.move(2_000, 'DUA', at(8))
    await bni.deliver()
    const lost = bni.move(5_000, 'HILANG', at(7))
    await bni.deliver([bni.move(-1_000, 'TIGA', at(6)), bni.move(3_000, 'EMPAT', at(6))])
    await checked()
    const wrong = async () => (await differences('bankcode=02')).filter(({ kind }) => kind === 'balance')
    expect(await wrong()).toMatchObject([
      { hari: daysAgo(6), ours: 14_000, theirs: 19_000, still: true, keterangan: `Saldo bank ${daysAgo(8)} dengan baris sesudahnya` },
    ])
    await bni.deliver([lost])
    await checked()
    expect(await wrong()).toMatchObject([{ hari: daysAgo(6), still: false, endedat: null }])
  })

  test('stores the same differences once when it is repeated', async () => {
    await checked()
    const before = await differences()
    await Promise.all([runJob(app, 'reconcile-banks'), checked()])
    expect(await differences()).toEqual(before)
  })

  test.each([
    ['too many days', `awal=${daysAgo(31)}&akhir=${daysAgo(0)}`],
    ['days the wrong way round', `awal=${daysAgo(0)}&akhir=${daysAgo(1)}`],
    ['one end of the days only', `awal=${yesterday}`],
    ['no day', 'awal=kemarin&akhir=kemarin'],
    ['an unknown bank', `awal=${yesterday}&akhir=${yesterday}&bankcode=99`],
  ])('is refused for %s', async (_, query) => {
    expect((await asAdmin('GET', `banks?${query}`)).status).toBe(400)
  })
})

const listOf = (...lines: string[]) => ['Reference,Number,Price,Status', ...lines].join('\n')
const lineOf = (reffclient: string, price = '10500', status = 'Sukses') => `${references.get(reffclient)},0812,${price},${status}`
const complete = () => ['beli-1', 'beli-2', 'beli-3', 'beli-4'].map((reffclient) => lineOf(reffclient))

async function upload(file: string | Buffer, { simpan = 1, day = yesterday, id = seller.id, who = admin } = {}): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'suplier.csv')
  const response = await fetch(`${app.url}/api/admin/v1/reconciliation/seller/${id}/${day}?simpan=${simpan}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const dayOfSeller = async () => (await asAdmin('GET', `sellers?sellerid=${seller.id}&awal=${yesterday}&akhir=${yesterday}`)).body.data

describe('the comparison with a seller', () => {
  test("shows sold and refunded orders, the sum paid to the seller and the seller's balance", async () => {
    const { content, totalElements } = await dayOfSeller()
    expect(totalElements).toBe(1)
    expect(content[0]).toMatchObject({
      sellername: seller.name,
      hari: yesterday,
      transaksi: 5,
      terjual: 52_500,
      biaya: 500,
      dibayar: 52_000,
      dipotong: 0,
      refund: 10_500,
      saldo: Number(await app.balance(seller)),
      hutang: 0,
      transaksisuplier: null,
      terjualsuplier: null,
      terbuka: 0,
    })
    const empty = Buffer.alloc(0)
    await app.tables
      .insertInto('seller_report')
      .values({ seller_id: seller.id, day: sql`${daysAgo(30)}::date`, content: empty, sha256: empty, rows: 0, uploaded_by: admin.id })
      .execute()
    const listed = async (query: string) => (await asAdmin('GET', `sellers?${query}`)).body.data.content.map(({ hari }: Json) => hari)
    expect(await listed('')).toEqual([yesterday])
    expect(await listed(`sellerid=${seller.id}`)).toEqual([yesterday, daysAgo(30)])
    expect((await asAdmin('GET', 'sellers?search=tidak%20ada%20yang%20bernama%20ini')).body.data).toEqual({ content: [], totalElements: 0 })
    await namesakes(app, 'Kios Serupa')
    expect((await asAdmin('GET', 'sellers?search=Kios%20Serupa')).body.data).toEqual({ content: [], totalElements: 0 })
    await sql`insert into seller_api (seller_id, kind, api_url, report_path) select id, 1, 'http://127.0.0.1:9', 'serupa-' || id from member where name like 'Kios Serupa%'`.execute(
      app.tables,
    )
    expect(await asAdmin('GET', 'sellers?search=Kios%20Serupa')).toMatchObject({
      status: 400,
      body: { errors: { search: 'Lebih dari 200 member cocok, ketik lebih lengkap' } },
    })
  })

  test('does not find a difference in a matching list, and a preview does not store anything', async () => {
    const preview = await upload(listOf(...complete(), lineOf('beli-6', '', 'Gagal')), { simpan: 0 })
    expect(preview).toMatchObject({
      status: 200,
      body: {
        data: { rows: 5, transaksisuplier: 4, terjualsuplier: 42_000, transaksi: 4, terjual: 42_000, wrong: 0, differences: 0, sample: [] },
      },
    })
    expect((await dayOfSeller()).content[0].transaksisuplier).toBe(null)
  })

  test('finds the differences between orders with the same reference', async () => {
    const file = listOf(
      lineOf('beli-1', '"10.500"'),
      lineOf('beli-2', '"Rp 10.400,00"'),
      lineOf('beli-3', '10500', 'gagal'),
      lineOf('beli-5'),
      `${installation}999999,0812,9000,sukses`,
      `=1+1,0812,500,sukses`,
      // An order from the seller's own self-test.
      `${installation}UJI7N1,0812,100,sukses`,
      lineOf('beli-6', '10500', 'gagal'),
    )
    const { status, body } = await upload(file)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rows: 8, transaksisuplier: 6, terjualsuplier: 41_000, differences: 6 })
    const found = await differences(`open=1&sellerid=${seller.id}`)
    expect(found).toHaveLength(6)
    expect(found).toEqual(
      expect.arrayContaining(
        [
          { kind: 'price', reference: references.get('beli-2'), ours: 10_500, theirs: 10_400 },
          {
            kind: 'status',
            reference: references.get('beli-3'),
            ours: 10_500,
            theirs: 0,
            keterangan: '081234537777 · sukses, suplier: gagal',
          },
          {
            kind: 'status',
            reference: references.get('beli-5'),
            ours: 0,
            theirs: 10_500,
            keterangan: '081234557777 · gagal, suplier: sukses',
          },
          { kind: 'not_in_lapak', reference: `${installation}999999`, ours: null, theirs: 9_000, keterangan: '0812 · sukses' },
          { kind: 'not_in_lapak', reference: '=1+1', ours: null, theirs: 500 },
          { kind: 'not_at_seller', reference: references.get('beli-4'), ours: 10_500, theirs: null },
        ].map((difference) => expect.objectContaining({ ...difference, name: seller.name, hari: yesterday, still: true })),
      ),
    )
    expect((await dayOfSeller()).content[0]).toMatchObject({ transaksisuplier: 6, terjualsuplier: 41_000, terbuka: 6 })
    expect(await upload(file)).toMatchObject({ status: 409, body: { code: 'statement.file_known' } })
    await checked()
    expect(await differences(`open=1&sellerid=${seller.id}`)).toEqual(found)
  })

  test('accepts a corrected list, and earlier differences stay open until an administrator ends them', async () => {
    await upload(listOf(...complete(), lineOf('beli-5', '10500', 'gagal')))
    const open = await differences(`open=1&sellerid=${seller.id}`)
    expect(
      open
        .filter(({ still }) => still)
        .map(({ reference }) => reference)
        .sort(),
    ).toEqual([`${installation}999999`, '=1+1'].sort())
    expect(open).toHaveLength(6)
    expect((await dayOfSeller()).content[0]).toMatchObject({ transaksisuplier: 7, terjualsuplier: 51_600 })
  })

  test('finds an order that is listed twice', async () => {
    const { body } = await upload(listOf(...complete(), lineOf('beli-1')), { simpan: 0 })
    expect(body.data.sample).toContainEqual({
      kind: 'twice',
      reference: references.get('beli-1'),
      ours: 10_500,
      theirs: 21_000,
      keterangan: '081234517777 · 2 kali',
    })
  })

  test.each([
    ['is empty', ' \n', 'seller_file.unreadable', 'File suplier tidak terbaca: file kosong'],
    ['is a page', '<html><body>Masuk dahulu</body></html>', 'seller_file.unreadable', /kolom reference, price dan status/],
    ['has a head and no line', 'reference,price,status\n', 'seller_file.unreadable', /tidak ada baris/],
    ['is cut off', 'reference;price;status\nA1;100;sukses\nA2;"10', 'seller_file.unreadable', /terputus/],
    ['knows none of our orders', 'reference,price,status\nX1,100,sukses\n', 'seller_file.foreign', /Tidak ada referensi/],
    [
      'has too many lines',
      `reference,price,status\n${'X1,100,sukses\n'.repeat(20_001)}`,
      'seller_file.unreadable',
      /lebih dari 20000 baris/,
    ],
  ])('refuses a list that %s', async (_, file, code, msg) => {
    const answer = await upload(file)
    expect(answer).toMatchObject({ status: 422, body: { success: false, code } })
    expect(answer.body.msg).toMatch(msg)
  })

  test('accepts the maximum number of orders, and reports an impossible price as a wrong line', async () => {
    const most = 20_000
    const others = most - complete().length
    const full = (price: string) =>
      upload(listOf(...complete(), ...Array.from({ length: others }, (_, nth) => `ZZ${nth},0812,${price},Sukses`)), { simpan: 0 })
    expect((await full('10.000.000.000')).body.data).toMatchObject({
      rows: most,
      terjualsuplier: others * 10_000_000_000 + 42_000,
      wrong: 0,
    })
    const { status, body } = await full('999999999999')
    expect([status, body.data?.wrong]).toEqual([200, others])
    expect(body.data.errors[0]).toEqual({ line: 6, text: 'harga melebihi Rp 10.000.000.000' })
  })

  test('reports each wrong line and does not store a file with wrong lines', async () => {
    const file = [
      'No Referensi;Tujuan;Harga;Status',
      `${references.get('beli-1')};0812;10.25;sukses`,
      'ada spasi;0812;100;sukses',
      '8,12E+11;0812;100;sukses',
      `${references.get('beli-2')};0812;10.500;entah`,
      `'${references.get('beli-3')};'0812;10,500.00;OK`,
    ].join('\r\n')
    const preview = await upload(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, 'utf16le')]), { simpan: 0 })
    expect(preview.body.data).toMatchObject({
      rows: 1,
      terjualsuplier: 10_500,
      wrong: 4,
      errors: [
        { line: 2, text: 'harga tidak terbaca' },
        { line: 3, text: 'referensi tidak terbaca' },
        { line: 4, text: 'referensi rusak oleh Excel' },
        { line: 5, text: 'status tidak dikenal' },
      ],
    })
    expect(await upload(file)).toMatchObject({
      status: 422,
      body: { code: 'seller_file.wrong_lines', msg: '4 baris tidak terbaca, perbaiki dahulu' },
    })
  })

  test('refuses a list with too many differences, such as the list of a different day', async () => {
    const strange = Array.from({ length: 2_001 }, (_, at) => `Z${at},1,100,sukses`)
    expect(await upload(listOf(lineOf('beli-1'), ...strange))).toMatchObject({ status: 422, body: { code: 'seller_file.too_different' } })
  })

  test.each([
    ['a moment before midnight is of the day that ends', -1, [1, 3]],
    ['at midnight is of the day that begins', 0, [0, 4]],
  ])('accepts an order around midnight in the list of either day: %s', async (_, ms, [before, after]) => {
    const { id } = await app.settled(buyer, 'beli-1')
    const at = new Date(startOfJakartaDay(yesterday).getTime() + ms)
    await app.tables.updateTable('purchase').set({ created_at: at }).where('id', '=', id).execute()
    const preview = async (day: string, ...lines: string[]) => (await upload(listOf(...lines), { simpan: 0, day })).body.data
    // The order is in the stored list of its day, or the previewed list lacks it; either way it is no difference.
    expect(await preview(daysAgo(2), lineOf('beli-2'))).toMatchObject({ transaksi: before, differences: 0 })
    expect(await preview(yesterday, ...complete(), lineOf('beli-5', '10500', 'gagal'))).toMatchObject({ transaksi: after })
    expect(await differences(`open=1&kind=not_at_seller&search=${references.get('beli-1')}`)).toEqual([])
  })

  test("refuses a list for today, for a buyer or for the administrator's own sales, and a list that a buyer uploads", async () => {
    expect(await upload(listOf(...complete()), { day: daysAgo(0) })).toMatchObject({
      status: 422,
      body: { code: 'seller_file.day_not_over' },
    })
    expect(await upload(listOf(...complete()), { id: buyer.id })).toMatchObject({ status: 404, body: { code: 'not_found.member' } })
    expect((await upload(listOf(...complete()), { who: buyer })).status).toBe(403)
    const both = await app.member({ roles: ['ROLE_ADMIN', 'ROLE_SELLER'] })
    expect(await upload(listOf(...complete()), { id: both.id, who: both })).toMatchObject({ body: { code: 'decision.own_money' } })
    const { body: refused } = await app.call('GET', '/api/admin/v1/audit?event=reconciliation.file_refused', { token: admin.token })
    expect(refused.data.content).toMatchObject([{ subject: String(both.id), after: { why: 'decision.own_money' } }])
    const answer = await asAdmin('POST', `seller/${seller.id}/${yesterday}?simpan=1`, {})
    expect(answer).toMatchObject({ status: 400, body: { code: 'statement.no_file' } })
  })
})

describe('a difference', () => {
  const end = (id: number, reason = 'Dicek ke bank, benar', who = admin) => asAdmin('POST', `differences/${id}/end`, { reason }, who)

  test('stays open until an administrator ends it with a reason, and cannot be ended twice or opened again', async () => {
    const [open] = (await differences('open=1&bankcode=01')).filter(({ kind }) => kind === 'balance')
    expect(await end(open.id, 'ok')).toMatchObject({ status: 400 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(open.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'difference.ended')).toHaveLength(9)
    await checked()
    expect((await differences('bankcode=01')).find(({ id }) => id === open.id)).toMatchObject({
      endedby: 'Ayu',
      endedreason: 'Dicek ke bank, benar',
      still: true,
    })
    expect((await differences('open=1&bankcode=01')).filter(({ kind }) => kind === 'balance')).toEqual([])
    const { body } = await app.call('GET', '/api/admin/v1/audit?event=reconciliation.ended', { token: admin.token })
    expect(body.data.content).toMatchObject([
      {
        actorname: 'Ayu',
        subject: String(open.id),
        after: { scope: 'bank', kind: 'balance', day: yesterday },
        reason: 'Dicek ke bank, benar',
      },
    ])
  })

  test('about the sales of an administrator can be ended by another administrator only', async () => {
    const [open] = await differences(`open=1&sellerid=${seller.id}`)
    await app.tables.insertInto('member_role').values({ member_id: seller.id, role_id: 1n }).execute()
    expect(await end(open.id, 'Sudah saya cek', seller)).toMatchObject({ status: 422, body: { code: 'decision.own_money' } })
    await app.tables.deleteFrom('member_role').where('member_id', '=', seller.id).where('role_id', '=', 1n).execute()
    expect((await end(open.id)).status).toBe(200)
  })

  test('can still be ended if it no longer exists', async () => {
    const [gone] = (await differences('open=1&bankcode=04')).filter(({ still }) => !still)
    expect((await end(gone.id)).body.data).toMatchObject({ still: false, endedreason: 'Dicek ke bank, benar' })
  })

  test('is opened again if what made it disappear is taken back, also for a day long ago', async () => {
    const nominal = 612_345
    const rowOf = async (text: string): Promise<Json> => {
      await rowsLookedAt(app)
      const path = `/api/admin/v1/bank/mutasi?search=${encodeURIComponent(text)}`
      return (await app.call('GET', path, { token: admin.token })).body.data.content[0]
    }
    const decide = async ({ id }: Json, what: 'reopen' | 'explain', body: Json) =>
      expect(await app.call('POST', `/api/admin/v1/bank/mutasi/${id}/${what}`, { token: admin.token, body })).toMatchObject({ status: 200 })
    const [lost, shown] = ['TARIK LAMA', 'TARIK BARU']
    await bca.deliver([bca.move(-nominal, lost, new Date(Date.now() - 40 * dayMs))])
    const transfer = Number(await app.db.transaction((tx) => transferCash(tx, '01', '02', BigInt(nominal))))
    await bca.pay(-nominal, shown)
    await checked()
    const found = async () => (await differences(`search=${encodeURIComponent(lost)}`))[0]
    expect(await found()).toMatchObject({ theirs: -nominal, still: true })
    // The row came long ago as well: rows of the last hour are compared in any case.
    const { id: rowId } = await rowOf(lost)
    await app.tables
      .updateTable('bank_statement')
      .set({ created_at: new Date(Date.now() - 39 * dayMs) })
      .where('id', '=', rowId)
      .execute()
    // Nothing else of that day is left open, so that only what became of the row makes it compared.
    const [balance] = await differences(`kind=balance&akhir=${daysAgo(39)}`)
    expect((await end(balance.id)).status).toBe(200)
    const byTransfer = { kind: 'cash_transfer', reference: transfer, reason: 'Transfer kas' }
    const opened = { reason: 'Salah dijelaskan' }
    await decide(await rowOf(shown), 'reopen', opened)
    await decide(await rowOf(lost), 'explain', byTransfer)
    await checked()
    expect(await found()).toMatchObject({ still: false, endedat: null })
    const { id } = await found()
    expect((await end(id)).status).toBe(200)
    await decide(await rowOf(lost), 'reopen', opened)
    await decide(await rowOf(shown), 'explain', byTransfer)
    await checked()
    expect(await found()).toMatchObject({ id, still: true, endedat: null })
  })

  test('is found by searching its properties', async () => {
    expect(await differences(`search=TP-${installation}-${byHand}`)).toHaveLength(1)
    expect(await differences('search=biaya%20adm')).toMatchObject([{ theirs: -6_500 }])
    expect((await differences('scope=seller')).every(({ scope }) => scope === 'seller')).toBe(true)
    expect(await differences(`awal=${daysAgo(0)}`)).toEqual([])
    expect((await differences('open=0')).every(({ endedat }) => endedat !== null)).toBe(true)
    expect((await asAdmin('GET', 'differences?kind=apa')).status).toBe(400)
  })

  test('can be searched with at least three consecutive letters or digits, or with fewer within a few days', async () => {
    const refused = { status: 400, body: { errors: { search: expect.stringContaining('minimal 3 huruf') } } }
    expect(await asAdmin('GET', 'differences?search=bi')).toMatchObject(refused)
    expect(await asAdmin('GET', 'differences/download?search=bi')).toMatchObject(refused)
    expect((await asAdmin('GET', `differences?search=bi&awal=${daysAgo(30)}&akhir=${daysAgo(0)}`)).body.data.totalElements).toBeGreaterThan(
      0,
    )
  })

  test('is not found by an unknown id, and is visible to administrators only', async () => {
    expect(await end(999_999)).toMatchObject({ status: 404, body: { code: 'not_found.difference', msg: 'Selisih tidak ditemukan' } })
    expect((await asAdmin('GET', 'differences', undefined, seller)).status).toBe(403)
    expect((await end(1, 'Saya sendiri', buyer)).status).toBe(403)
  })

  test('is exported only after a recent step-up authentication', async () => {
    const stale = await app.member({ roles: ['ROLE_ADMIN'] })
    await app.tables
      .updateTable('session_step_up')
      .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
      .where('token_hash', 'in', (select) => select.selectFrom('session').select('token_hash').where('member_id', '=', stale.id))
      .execute()
    expect((await asAdmin('GET', 'differences/download', undefined, stale)).body.code).toBe('access.proof_needed')
  })

  test('is exported to the file "rekonsiliasi", in which a text never becomes a formula', async () => {
    const response = await fetch(`${app.url}/api/admin/v1/reconciliation/differences/download?sort=hari,ASC`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="rekonsiliasi.csv"')
    const { body: audit } = await app.call('GET', '/api/admin/v1/audit?event=reconciliation.exported', { token: admin.token })
    expect(audit.data.content).toMatchObject([{ actorname: 'Ayu', after: { rows: (await differences()).length } }])
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength((await differences()).length + 1)
    expect(lines[0]).toBe(
      '"Nomor","Bank, suplier atau penyedia","Hari","Jenis","Referensi","Menurut Lapak","Menurut mereka","Selisih","Keterangan","Ditemukan (WIB)","Umur (hari)","Status","Diselesaikan (WIB)","Oleh","Alasan"',
    )
    expect(lines.find((line) => line.includes('BUNGA'))).toContain(',10000.57,10000.57,')
    expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""http://jahat"")`)
    expect(lines.find((line) => line.includes('=1+1'))).toContain(`"'=1+1"`)
    expect(lines.find((line) => line.includes('"balance"'))).toBe(undefined)
    expect(lines.filter((line) => line.includes('Dicek ke bank, benar')).length).toBeGreaterThan(1)
  })
})

test('reconciliation does not change the books', async () => {
  expect(byRow).toBeGreaterThan(0n)
  expect(await checkLedger(app.db)).toEqual([])
})
