import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Reader, Tx } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { askCashOut, cashOut, deposit, strayAtProvider } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

let market: TestMarket
let app: TestApp
let ayu: TestMember
let bima: TestMember
let member: TestMember

beforeAll(async () => {
  // With a single connection, requests would not run concurrently.
  market = await startMarket({ DATABASE_POOL: '8' })
  app = market.app
  ayu = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  bima = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  member = await app.member({ name: 'Budi', balance: 500_000n })
})

afterAll(() => market?.stop())

afterEach(async () => {
  await app.setting('money.secondAdminFrom', 0n)
  expect(await checkLedger(app.db)).toEqual([])
})

const book = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
const get = async (path: string): Promise<Json> => (await app.call('GET', `/api/admin/v1/${path}`, { token: ayu.token })).body.data
/** Sends a new reference as the page does, unless `body` contains a reference or an explicit undefined. */
const send = (path: string, body: Json, who = ayu) =>
  app.call('POST', `/api/admin/v1/accounts/${path}`, { token: who.token, body: { reffclient: randomUUID(), ...body } })

const held = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await get('accounts')).map(({ code, balance }: Json) => [code, balance]))

/** The number of connections to this database that wait for a lock. */
async function waitingIn(read: Reader): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(read)
  return rows.length
}

const transfer = (more: Json = {}, who = ayu) => send('transfer', { idsumber: '01', idtujuan: '02', jumlah: 10_000, ...more }, who)
const open = async (reffclient: string): Promise<Json> =>
  (await get('decisions?open=1&size=1000')).content.find(({ asked }: Json) => asked.reffclient === reffclient)
const decide = (who: TestMember, { id }: Json, yes = true) =>
  app.call('POST', `/api/admin/v1/decisions/${id}`, { token: who.token, body: { yes, reason: 'Sudah saya periksa' } })

describe('the cash accounts', () => {
  test('show their balances and the time of the last movement [A-API-04, A-ENT-07, A-ENT-08]', async () => {
    const before = await held()
    await book((tx) => deposit(tx, member.id, 70_000n, { bank: '04' }))
    await book((tx) => cashOut(tx, member.id, 20_000n))
    const accounts: Json[] = await get('accounts')
    expect(accounts.map(({ code, name, accountinitial }) => [code, name, accountinitial])).toEqual([
      ['01', 'BCA', '01'],
      ['02', 'BNI', '02'],
      ['04', 'BRI', '04'],
      ['05', 'MANDIRI', '05'],
      ['06', 'KARTU', '06'],
    ])
    expect(await held()).toEqual({ ...before, '04': (before['04'] ?? 0) + 50_000 })
    expect(accounts.find(({ code }) => code === '04')?.updateat).toMatch(/Z$/)
    expect(accounts.find(({ code }) => code === '06')?.updateat).toBe(null)
  })

  test("always have the sum of members' balances, requested cash-outs and prices of pending purchases [A-API-05, A-ENT-06, A-BAL-02]", async () => {
    const product = await app.product({ code: 'MON' })
    await app.map(member, await app.offer({ seller: (await market.addSeller()).seller, product, price: 12_000n }))
    const before = await get('accounts/monitoring')
    await book((tx) => deposit(tx, member.id, 100_000n, { bank: '05', fee: 1_000n }))
    await book((tx) => askCashOut(tx, member.id, 30_000n))
    // The seller's server answers orders for this number with "pending" for ever.
    expect(await market.order(member, { productcode: 'MON', target: '081234560013', reffclient: 'MON-1' })).toMatchObject({ success: true })
    const after = await get('accounts/monitoring')
    expect(after).toMatchObject({
      saldoakun: before.saldoakun + 100_000,
      saldomember: before.saldomember + 57_000,
      cashout: before.cashout + 30_000,
      pending: before.pending + 12_000,
    })
    const { sum } = await app.db.read
      .selectFrom('wallet')
      .select(({ fn }) => fn.sum<string>('balance').as('sum'))
      .executeTakeFirstOrThrow()
    expect(after.saldomember).toBe(Number(sum))
  })

  test('show how much of the difference to the members’ balances is suspense money', async () => {
    const before = await get('accounts/monitoring')
    await book((tx) => strayAtProvider(tx, 12_000n, '05'))
    expect(await get('accounts/monitoring')).toMatchObject({
      saldoakun: before.saldoakun + 12_000,
      saldomember: before.saldomember,
      tanpapemilik: before.tanpapemilik + 12_000,
    })
  })

  test('have the same balances with and without a checkpoint', async () => {
    const before = [await get('accounts'), { ...(await get('accounts/monitoring')), at: '' }]
    await runJob(app, 'store-running-totals')
    expect(await app.db.read.selectFrom('account_checkpoint').select('account_id').execute()).not.toEqual([])
    expect([await get('accounts'), { ...(await get('accounts/monitoring')), at: '' }]).toEqual(before)
    expect((await transfer()).status).toBe(200)
    expect((await held())['02']).toBe((before[0].find(({ code }: Json) => code === '02')?.balance ?? 0) + 10_000)
  })

  test('show their movements, and the opening balance plus the movements is the closing balance [A-API-06]', async () => {
    await transfer({ jumlah: 1_500, idsumber: '04', idtujuan: '05' })
    await transfer({ jumlah: 500, idsumber: '05', idtujuan: '04' })
    const history = await get('account/histories?code=04&size=1000&sort=id,ASC')
    expect(history.saldoawal).toBe(0)
    expect(history.saldoakhir).toBe((await held())['04'])
    expect(history.content.at(-2)).toMatchObject({ keterangan: 'Transfer Kas', mutasi: -1_500 })
    expect(history.content.at(-1)).toMatchObject({ mutasi: 500, saldo: history.saldoakhir })
    let balance = 0
    for (const { mutasi, saldo } of history.content) {
      balance += mutasi
      expect(saldo).toBe(balance)
    }
    const newest = await get('account/histories?code=04&size=1')
    expect(newest.content).toEqual(history.content.slice(-1))
    expect(newest.totalElements).toBe(history.content.length)
    expect((await app.call('GET', '/api/admin/v1/account/histories?code=99', { token: ayu.token })).status).toBe(400)
  })
})

describe('Transfer Kas', () => {
  test('moves money from one bank to another [A-API-07, A-ENT-18, A-MSG-05, A-ROLE-09]', async () => {
    const before = await held()
    expect(await transfer({ jumlah: '25.000' })).toMatchObject({ status: 200, body: { success: true, msg: 'Transfer Dana Ok!' } })
    const after = await held()
    expect([after['01'], after['02']]).toEqual([(before['01'] ?? 0) - 25_000, (before['02'] ?? 0) + 25_000])
    const [row] = (await get('audit?event=cash.transferred')).content
    expect(row).toMatchObject({ actorname: 'Ayu', after: { from: '01', to: '02', amount: 25_000 } })
    expect((await app.call('POST', '/api/admin/v1/accounts/transfer', { token: member.token, body: {} })).status).toBe(403)
  })

  test.each([
    ['to itself', { idtujuan: '01' }, 422, 'cash.same_account', 'Akun sumber dan tujuan harus berbeda'],
    ['of more than is there', { jumlah: 900_000_000 }, 422, 'cash.too_low', 'Saldo kas 01 tidak cukup'],
    ['of nothing', { jumlah: 0 }, 400, 'input.invalid', 'Data tidak valid'],
    ['from nowhere', { idsumber: '07' }, 400, 'input.invalid', 'Data tidak valid'],
  ])('is refused, and nothing moves: %s', async (_, more, status, code, msg) => {
    const before = await held()
    expect(await transfer(more)).toMatchObject({ status, body: { success: false, code, msg } })
    expect(await held()).toEqual(before)
  })

  test('is refused if it exceeds the balance, and no approval is requested, even if it is large', async () => {
    await app.setting('money.secondAdminFrom', 100_000n)
    try {
      expect(await transfer({ jumlah: 900_000_000 })).toMatchObject({ status: 422, body: { code: 'cash.too_low' } })
      expect((await get('decisions?open=1')).totalElements).toBe(0)
    } finally {
      await app.setting('money.secondAdminFrom', 0n)
    }
  })

  test('is executed only once if two concurrent transfers find the same money', async () => {
    await book((tx) => deposit(tx, member.id, 10_000n, { bank: '06' }))
    const blocker = await app.tables.startTransaction().execute()
    // By now both transfers have checked the balance and wait for this table lock.
    await sql`lock table cash_transfer in share row exclusive mode`.execute(blocker)
    const both = Promise.all([ayu, bima].map((who) => transfer({ idsumber: '06', idtujuan: '01' }, who)))
    try {
      await expect.poll(() => waitingIn(app.db.read)).toBe(2)
    } finally {
      await blocker.rollback().execute()
    }
    expect((await both).map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await held())['06']).toBe(0)
  })

  test('is executed exactly ten times if fifty are sent concurrently and the money is enough for ten', async () => {
    await book((tx) => deposit(tx, member.id, 10_000n, { bank: '06' }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => transfer({ idsumber: '06', idtujuan: '01', jumlah: 1_000 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.code === 'cash.too_low')).toHaveLength(40)
    expect((await held())['06']).toBe(0)
  })

  test('is booked once if copies with the same reference are sent concurrently', async () => {
    const before = (await held())['01'] ?? 0
    const copy = { jumlah: 3_000, reffclient: 'kas-1' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(copy)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await held())['01']).toBe(before - 3_000)
    expect((await transfer({ ...copy, jumlah: 4_000 })).body).toMatchObject({ code: 'ticket.reference_used' })
  })

  test('without a reference is refused as a probable double if it equals one of the last minute, unless the counter is increased', async () => {
    const before = (await held())['01'] ?? 0
    const nameless = (more: Json = {}, who = ayu) => transfer({ jumlah: 7_000, reason: 'Isi BNI', reffclient: undefined, ...more }, who)
    const copies = await Promise.all(Array.from({ length: 50 }, () => nameless()))
    expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of copies.filter((copy) => copy.status !== 200))
      expect([status, body.code, body.msg]).toEqual([
        409,
        'cash.probable_double',
        'Kemungkinan pembukuan ganda: yang sama persis baru saja dicatat. Kirim counter 2 bila disengaja',
      ])
    const wanted = await Promise.all(Array.from({ length: 20 }, () => nameless({ counter: 2 })))
    expect(wanted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await nameless({ counter: 2 })).body.msg).toContain('Kirim counter 3')
    expect((await held())['01']).toBe(before - 14_000)
    for (const [other, who] of [
      [{ reason: 'Isi BNI lagi' }, ayu],
      [{ jumlah: 7_001 }, ayu],
      [{}, bima],
    ] as const)
      expect((await nameless(other, who)).status).toBe(200)
    await sql`alter table cash_transfer disable trigger cash_transfer_append_only`.execute(app.tables)
    await sql`update cash_transfer set created_at = created_at - interval '1 minute' where amount = 7000`.execute(app.tables)
    await sql`alter table cash_transfer enable trigger cash_transfer_append_only`.execute(app.tables)
    expect((await nameless()).status).toBe(200)
  })

  test('without a reference is refused as a probable double if an equal one waits for approval, and does not count against the limit', async () => {
    const fani = await app.member({ name: 'Fani', roles: ['ROLE_ADMIN'] })
    await app.setting('money.secondAdminFrom', 100_000n)
    const nameless = (jumlah: number) => transfer({ jumlah, reffclient: undefined }, fani)
    expect((await nameless(100_000)).body.msg).toBe('Menunggu admin kedua')
    expect((await nameless(100_000)).body.code).toBe('cash.probable_double')
    expect((await nameless(40_000)).body.msg).toBe('Transfer Dana Ok!')
    for (let again = 0; again < 3; again += 1) expect((await nameless(40_000)).body.code).toBe('cash.probable_double')
    expect((await nameless(50_000)).body.msg).toBe('Transfer Dana Ok!')
  })

  test('lapses at the approval if a transfer with its reference was booked in the meantime', async () => {
    const transferRequest = { jumlah: 1_000, reffclient: 'kas-berlomba' }
    const blocker = await app.tables.startTransaction().execute()
    await sql`lock table cash_transfer in share row exclusive mode`.execute(blocker)
    const alone = transfer(transferRequest)
    try {
      await expect.poll(() => waitingIn(app.db.read)).toBe(1)
      await app.setting('money.secondAdminFrom', 1_000n)
      expect((await transfer(transferRequest)).body.msg).toBe('Menunggu admin kedua')
    } finally {
      await blocker.rollback().execute()
    }
    expect((await alone).body.msg).toBe('Transfer Dana Ok!')
    expect((await decide(bima, await open('kas-berlomba'))).body).toMatchObject({
      code: 'decision.changed',
      msg: 'Keputusan ini tidak berlaku lagi. Sudah dibukukan',
    })
    expect(await open('kas-berlomba')).toBe(undefined)
    expect((await transfer(transferRequest)).body.msg).toBe('Transfer Dana Ok!')
  })

  test('waits for a second administrator if it reaches the limit, and the approval books it', async () => {
    await app.setting('money.secondAdminFrom', 100_000n)
    const before = await held()
    const large = { jumlah: 100_000, reffclient: 'kas-besar', reason: 'Isi BNI' }
    expect(await transfer(large)).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua' } })
    expect(await transfer(large)).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua' } })
    expect(await held()).toEqual(before)
    const decision = await open('kas-besar')
    expect(decision).toMatchObject({ kind: 'cash.move', amount: 100_000, askedby: 'Ayu', reason: 'Isi BNI' })
    expect((await decide(ayu, decision)).body.code).toBe('decision.own_request')
    expect((await decide(bima, decision)).body.data).toMatchObject({ outcome: 'approved', decidedby: 'Bima' })
    expect((await held())['02']).toBe((before['02'] ?? 0) + 100_000)
    expect(await transfer(large)).toMatchObject({ status: 200, body: { msg: 'Transfer Dana Ok!' } })
    expect((await held())['02']).toBe((before['02'] ?? 0) + 100_000)
    const kept = await app.db.read
      .selectFrom('cash_transfer')
      .select(['asked_by', 'second_by'])
      .where('reffclient', '=', 'kas-besar')
      .execute()
    expect(kept).toEqual([{ asked_by: ayu.id, second_by: bima.id }])
  })

  test('also reaches the limit by several small transfers', async () => {
    const cici = await app.member({ name: 'Cici', roles: ['ROLE_ADMIN'] })
    await app.setting('money.secondAdminFrom', 100_000n)
    expect((await transfer({ jumlah: 60_000, idsumber: '02', idtujuan: '01' }, cici)).body.msg).toBe('Transfer Dana Ok!')
    expect((await transfer({ jumlah: 40_000, idsumber: '01', idtujuan: '02', reffclient: 'kas-sisa' }, cici)).body.msg).toBe(
      'Menunggu admin kedua',
    )
    expect((await decide(ayu, await open('kas-sisa'), false)).body.data).toMatchObject({ outcome: 'rejected' })
  })

  test('also reaches the limit by concurrent small transfers', async () => {
    const dina = await app.member({ name: 'Dina', roles: ['ROLE_ADMIN'] })
    await book((tx) => deposit(tx, member.id, 300_000n, { bank: '05' }))
    await app.setting('money.secondAdminFrom', 100_000n)
    const part = { idsumber: '05', idtujuan: '01', jumlah: 30_000 }
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(part, dina)))
    expect(answers.filter(({ body }) => body.msg === 'Transfer Dana Ok!')).toHaveLength(3)
    expect(answers.filter(({ body }) => body.msg === 'Menunggu admin kedua')).toHaveLength(7)
  })

  test('counts against the limit together with top-ups that the administrator took back without a second administrator', async () => {
    const eka = await app.member({ name: 'Eka', roles: ['ROLE_ADMIN'] })
    await app.setting('money.secondAdminFrom', 100_000n)
    const paid = await book((tx) => deposit(tx, member.id, 60_000n, { bank: '04' }))
    const body = { description: 'Bank mengambilnya kembali' }
    const path = `/api/admin/v1/payment/tiket/update/${paid}/4`
    expect((await app.call('PATCH', path, { token: eka.token, body })).status).toBe(200)
    expect((await transfer({ jumlah: 40_000, idsumber: '01' }, eka)).body.msg).toBe('Menunggu admin kedua')
  })

  test('lapses at the approval if the balance no longer covers it', async () => {
    await book((tx) => deposit(tx, member.id, 5_000n, { bank: '06' }))
    await app.setting('money.secondAdminFrom', 5_000n)
    const all = { idsumber: '06', jumlah: 5_000, reffclient: 'kas-habis' }
    expect((await transfer(all)).body.msg).toBe('Menunggu admin kedua')
    await app.setting('money.secondAdminFrom', 0n)
    expect((await transfer({ ...all, reffclient: 'kas-dahulu' })).status).toBe(200)
    const decision = await open('kas-habis')
    expect((await decide(bima, decision)).body).toMatchObject({
      code: 'decision.changed',
      msg: 'Keputusan ini tidak berlaku lagi. Saldo kas 06 tidak cukup',
    })
    expect(await open('kas-habis')).toBe(undefined)
    expect(await get(`decisions/${decision.id}`)).toMatchObject({ id: decision.id, outcome: 'lapsed', decidedby: 'Bima' })
    expect((await app.call('GET', '/api/admin/v1/decisions/999999', { token: ayu.token })).body.code).toBe('not_found.decision')
  })
})

describe('a correction', () => {
  test('books fees and interest of a bank', async () => {
    const before = await held()
    const fee = { code: '05', jumlah: -6_500, kind: 'bank_fee', reason: 'Biaya administrasi bulan ini' }
    expect(await send('correction', fee)).toMatchObject({ status: 200, body: { msg: 'Koreksi kas dicatat' } })
    expect((await send('correction', { ...fee, jumlah: 1_200, kind: 'interest' })).status).toBe(200)
    expect((await held())['05']).toBe((before['05'] ?? 0) - 5_300)
    expect((await send('correction', { ...fee, jumlah: 0 })).status).toBe(400)
    expect((await send('correction', { ...fee, reason: '' })).status).toBe(400)
  })

  const way = (kind: string, jumlah: number) => send('correction', { code: '05', kind, jumlah, reason: 'Salah pilih arah' })

  test.each([
    ['bank_fee', 7_000, 'Biaya bank hanya bisa mengurangi kas'],
    ['gateway_cost', 7_000, 'Biaya gateway hanya bisa mengurangi kas'],
    ['tax', 7_000, 'Pajak hanya bisa mengurangi kas'],
    ['interest', -7_000, 'Bunga hanya bisa menambah kas'],
  ])('is refused if %s has the wrong direction, and nothing moves', async (kind, jumlah, msg) => {
    const before = await held()
    expect(await way(kind, jumlah)).toMatchObject({ status: 422, body: { code: 'cash.wrong_direction', msg } })
    expect(await held()).toEqual(before)
  })

  test.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1_000_000_000_001])(
    'is refused for the impossible sum %i, and the accounts are unchanged',
    async (jumlah) => {
      const before = await held()
      for (let time = 0; time < 2; time++) expect((await way('rounding', jumlah)).status).toBe(400)
      expect((await send('adjustment', { memberid: Number(member.id), jumlah, reason: 'Keluhan member' })).status).toBe(400)
      expect(await held()).toEqual(before)
    },
  )

  test.each(['rounding', 'loss'])('with the kind %s may increase or reduce the account', async (kind) => {
    for (const jumlah of [7_000, -7_000]) expect((await way(kind, jumlah)).status).toBe(200)
  })

  test('is published to the open pages of administrators, like every booking by hand', async () => {
    const socket = io(app.url, { transports: ['websocket'], forceNew: true })
    const heard: unknown[] = []
    try {
      socket.on('tiketadmin', (data) => heard.push(data))
      socket.on('connect', () => socket.emit('logon', { token: bima.token, userid: Number(bima.id) }))
      await new Promise((resolve) => socket.once('logonok', resolve))
      for (const booking of [() => way('bank_fee', -1_000), () => transfer({ jumlah: 1_000 })]) {
        const before = heard.length
        expect((await booking()).status).toBe(200)
        await expect.poll(() => heard.length).toBeGreaterThan(before)
      }
    } finally {
      socket.close()
    }
  })
})

describe('an adjustment', () => {
  const give = (more: Json = {}, who = ayu) =>
    send('adjustment', { memberid: Number(member.id), jumlah: 2_500, reason: 'Keluhan member', ...more }, who)

  test('always needs two administrators and is booked with the second approval', async () => {
    const before = await app.balance(member)
    for (const [jumlah, reffclient] of [
      [2_500, 'naik'],
      [-1_000, 'turun'],
    ] as const) {
      expect((await give({ jumlah, reffclient })).body.msg).toBe('Menunggu admin kedua')
      expect((await decide(bima, await open(reffclient))).body.data).toMatchObject({ outcome: 'approved' })
    }
    expect(await app.balance(member)).toBe(before + 1_500n)
    const emails = (await emailsTo(app, member.email)).slice(-2)
    expect(emails.map(({ subject }) => subject)).toEqual(['Saldo Anda bertambah Rp 2.500', 'Saldo Anda berkurang Rp 1.000'])
    for (const { paragraphs } of emails) expect(paragraphs.join(' ')).toContain('Alasan: Keluhan member')
  })

  test('is refused if it exceeds the balance, and no approval is requested', async () => {
    expect(await give({ jumlah: -900_000_000, reffclient: 'terlalu besar' })).toMatchObject({
      status: 422,
      body: { code: 'balance.too_low' },
    })
    expect(await open('terlalu besar')).toBe(undefined)
  })

  test('shows the current balance to the second administrator', async () => {
    await give({ jumlah: -1_000, reffclient: 'terlihat' })
    const decision = await open('terlihat')
    expect(decision.saldo).toBe(Number(await app.balance(member)))
    expect((await decide(bima, decision, false)).body.data).toMatchObject({ outcome: 'rejected', saldo: null })
  })

  test('lapses at the approval if the member has spent the money, and the balance is unchanged', async () => {
    const spender = await app.member({ balance: 10_000n })
    const takeAll = { memberid: Number(spender.id), jumlah: -10_000, reffclient: 'terlalu besar' }
    expect((await give(takeAll)).body.msg).toBe('Menunggu admin kedua')
    await book((tx) => cashOut(tx, spender.id, 4_000n))
    expect((await decide(bima, await open('terlalu besar'))).body).toMatchObject({
      code: 'decision.changed',
      msg: expect.stringContaining('Keputusan ini tidak berlaku lagi. Saldo'),
    })
    expect(await app.balance(spender)).toBe(6_000n)
  })

  test('is refused if either administrator is the member, and the list of decisions shows that beforehand', async () => {
    const refused = async () =>
      (await app.call('GET', '/api/admin/v1/audit?event=adjustment.refused', { token: ayu.token })).body.data.content
    expect((await give({ memberid: Number(ayu.id) })).body.code).toBe('decision.own_money')
    expect(await refused()).toMatchObject([{ actorid: Number(ayu.id), subject: String(ayu.id), after: { why: 'decision.own_money' } }])
    await give({ memberid: Number(bima.id), reffclient: 'untuk bima' })
    for (const [who, own] of [
      [ayu, 'request'],
      [bima, 'money'],
      [await app.member({ roles: ['ROLE_ADMIN'] }), null],
    ] as const) {
      const { body } = await app.call('GET', '/api/admin/v1/decisions?open=1&size=1000', { token: who.token })
      const row = body.data.content.find(({ asked }: Json) => asked.reffclient === 'untuk bima')
      expect(row).toMatchObject({ membername: 'Bima', historytipe: null, own })
    }
    expect((await decide(bima, await open('untuk bima'))).body.code).toBe('decision.own_money')
    expect(await refused()).toHaveLength(2)
    expect(await app.balance(bima)).toBe(0n)
    expect((await give({ memberid: 999_999 })).body.code).toBe('not_found.member')
  })
})

describe('the verification of the books', () => {
  test('runs every night and on demand, and its result is stored', async () => {
    await runJob(app, 'verify-books')
    const [night] = await get('accounts/proof')
    expect(night).toMatchObject({ sound: true, breaches: [] })
    expect(night.rules).toBeGreaterThan(10)
    const asked = await send('proof', {})
    expect(asked).toMatchObject({ status: 200, body: { msg: 'Pemeriksaan pembukuan dimulai' } })
    await expect.poll(async () => (await get('accounts/proof')).length).toBe(2)
    expect((await get('accounts/proof'))[0].sound).toBe(true)
  })

  test('shows the violated rule', async () => {
    await app.tables.updateTable('wallet').set({ balance: 1n }).where('member_id', '=', bima.id).execute()
    await runJob(app, 'verify-books')
    await app.tables.updateTable('wallet').set({ balance: 0n }).where('member_id', '=', bima.id).execute()
    const [newest] = await get('accounts/proof')
    expect(newest).toMatchObject({ sound: false, breaches: [{ rule: 'every balance equals the sum of its entries' }] })
  })
})

test('the member for an adjustment is found by id, e-mail or a part of the name', async () => {
  const rina = await app.member({ name: 'Rina Kartika', balance: 7_000n })
  const row = { id: Number(rina.id), name: 'Rina Kartika', email: rina.email, balance: 7_000 }
  for (const search of [`${rina.id}`, rina.email.toUpperCase(), 'a kart'])
    expect(await get(`accounts/members?search=${search}`)).toEqual([row])
  expect(await get('accounts/members?search=%25')).toEqual([])
  expect((await app.call('GET', '/api/admin/v1/accounts/members?search=rina', { token: rina.token })).status).toBe(403)
})
