import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { BankInstance, platformAccountNo } from '../../../../test/bank-instance.ts'
import { askCashOut, cashOut, deposit, showRow, transferCash } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

let instance: BankInstance
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  member = await instance.member()
  // Money of rows from before the first ticket is not booked, so a first ticket is created.
  await instance.ticketOf(member)
})

afterAll(() => instance?.stop())

afterEach(() => instance.app.setting('money.secondAdminFrom', 0n))

const reason = 'Bukan uang kita'
const explain = (row: Json, body: Json, who = instance.admin) => instance.asAdmin('POST', `mutasi/${row.id}/explain`, body, who)
const reopen = (row: Json, who = instance.admin) => instance.asAdmin('POST', `mutasi/${row.id}/reopen`, { reason: 'Salah dijelaskan' }, who)
const now = async (row: Json): Promise<Json> => (await instance.rowsOf(row.keterangan))[0]

describe('the release of suspense money', () => {
  test('needs two administrators from the same sum as an allocation', async () => {
    await instance.app.setting('money.secondAdminFrom', 300_000n)
    const row = await instance.paid(310_001)
    expect((await explain(row, { kind: 'noted', reason })).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 'unmatched' },
    })
    expect((await explain(row, { kind: 'noted', reason }, instance.second)).body.code).toBe('decision.waits')
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body)).body.code).toBe('decision.waits')
    expect((await instance.agree('unmatched.assign', row.unmatched)).status).toBe(200)
    expect(await now(row)).toMatchObject({ status: 'noted', why: reason, explainedby: instance.second.name, unmatched: null })
    await instance.booksHold()
  })

  test('counts against the limit together with other money that the same administrator decided about without a second administrator', async () => {
    const gita = await instance.app.member({ roles: ['ROLE_ADMIN'] })
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    const [one, other] = [await instance.paid(60_002), await instance.paid(60_003)]
    expect((await explain(one, { kind: 'noted', reason }, gita)).body.msg).toBe('Mutasi dijelaskan')
    expect((await explain(other, { kind: 'noted', reason }, gita)).body.msg).toBe('Menunggu admin kedua')
    const third = await instance.paid(60_004)
    expect((await instance.asAdmin('POST', `unmatched/${third.unmatched}/explain`, { reason }, gita)).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 'waiting', askedby: gita.name },
    })
    expect((await instance.agree('unmatched.assign', third.unmatched)).status).toBe(200)
    expect((await now(third)).status).toBe('noted')
    await instance.booksHold()
  })

  test('is undone when its row is reopened', async () => {
    const row = await instance.paid(64_001)
    expect((await explain(row, { kind: 'noted', reason })).body.data.status).toBe('noted')
    expect((await reopen(row)).body).toMatchObject({ msg: 'Mutasi dibuka lagi', data: { status: 'unmatched', why: 'Salah dijelaskan' } })
    expect((await reopen(row)).body.code).toBe('statement.open')
    await instance.booksHold()
    // The row is explained wrongly a second time.
    expect((await explain(row, { kind: 'noted', reason: 'Memang bukan uang kita' })).body.data.status).toBe('noted')
    await instance.booksHold()
    expect((await reopen(row)).body.data).toMatchObject({ status: 'unmatched' })
    await instance.booksHold()
    const { unmatched } = await now(row)
    expect(unmatched).not.toBe(row.unmatched)
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    expect((await instance.asAdmin('POST', `unmatched/${unmatched}/assign`, body)).status).toBe(200)
    expect((await reopen(row)).body.code).toBe('statement.taken')
    await instance.booksHold()
  })

  test('is undone when a row that was explained by a cash transfer is reopened', async () => {
    const moved = await instance.app.db.transaction((tx) => transferCash(tx, '02', '01', 64_002n))
    const row = await instance.paid(64_002)
    expect(row).toMatchObject({ status: 'cash_transfer', reference: Number(moved) })
    expect((await reopen(row)).body.data).toMatchObject({ status: 'unmatched', reference: null })
    await instance.booksHold()
  })
})

test('money that was explained by a ticket is in suspense exactly once after that ticket is taken back', async () => {
  const row = await instance.paid(68_001)
  const ticket = await instance.app.db.transaction((tx) => deposit(tx, member.id, 68_001n, { how: 'admin' }))
  expect((await explain(row, { kind: 'deposit', reference: Number(ticket), reason: 'Disetujui bulan lalu' })).status).toBe(200)
  const body = { description: 'Salah member' }
  const takenBack = await instance.app.call('PATCH', `/api/admin/v1/payment/tiket/update/${ticket}/4`, {
    token: instance.admin.token,
    body,
  })
  expect(takenBack.status).toBe(200)
  expect(await now(row)).toMatchObject({ status: 'unmatched', unmatched: expect.any(Number) })
  await instance.booksHold()
})

test('a second administrator cannot approve an explanation by his own ticket, and the attempt is audited', async () => {
  const row = await instance.paid(68_002)
  const ticket = await instance.app.db.transaction((tx) => deposit(tx, instance.second.id, 68_002n, { how: 'admin' }))
  await instance.app.setting('money.secondAdminFrom', 1n)
  const { body } = await explain(row, { kind: 'deposit', reference: Number(ticket), reason: 'Disetujui bulan lalu' })
  expect(body.msg).toBe('Menunggu admin kedua')
  expect((await instance.agree('unmatched.assign', row.unmatched)).body.code).toBe('decision.own_money')
  expect((await instance.disagree('unmatched.assign', row.unmatched)).body.code).toBe('decision.own_money')
  const tried = async (event: string) =>
    (await instance.app.call('GET', `/api/admin/v1/audit?event=${event}`, { token: instance.admin.token })).body.data.content
  expect(await tried('unmatched.assign_refused')).toEqual([])
  expect(await tried('decision.reject_refused')).toMatchObject([{ actorid: Number(instance.second.id) }])
  expect(await tried('unmatched.explain_refused')).toMatchObject([{ subject: String(row.unmatched), after: { why: 'decision.own_money' } }])
  expect((await now(row)).status).toBe('unmatched')
})

test('an administrator cannot reopen a row that his own ticket explains, and the attempt is audited', async () => {
  const row = await instance.paid(68_003)
  const ticket = await instance.app.db.transaction((tx) => deposit(tx, instance.second.id, 68_003n, { how: 'admin' }))
  expect((await explain(row, { kind: 'deposit', reference: Number(ticket), reason: 'Disetujui bulan lalu' })).status).toBe(200)
  expect((await reopen(row, instance.second)).body.code).toBe('decision.own_money')
  const { body } = await instance.app.call('GET', '/api/admin/v1/audit?event=statement.reopen_refused', { token: instance.admin.token })
  expect(body.data.content).toMatchObject([{ subject: String(row.id), after: { why: 'decision.own_money' } }])
  expect((await now(row)).status).toBe('deposit')
  expect((await reopen(row)).body.data).toMatchObject({ status: 'unmatched' })
})

test('a bank row cannot be explained by a top-up that was paid at the provider, even if its bank code is the same', async () => {
  const va = await instance.app.db.transaction((tx) => deposit(tx, member.id, 65_001n, { bank: '04', channel: 'qris' }))
  const row = await instance.paid(65_001, instance.bank('04'))
  expect((await explain(row, { kind: 'deposit', reference: Number(va), reason })).body.code).toBe('statement.no_match')
})

/** A row of the feed, and one of a file that may be the same. */
async function twinRows(amount: number): Promise<Json[]> {
  const bank = instance.bank()
  const text = instance.newText()
  const movement = bank.move(amount, text)
  await bank.deliver()
  await instance.rowsOf(text)
  const nextDay = instance.bank()
  nextDay.move(amount, text, new Date(movement.at.getTime() - 86_400_000))
  await instance.upload(nextDay.file('KlikBCA'))
  return instance.rowsOf(text)
}

test('a row that may be a duplicate from another source is booked after an administrator confirmed that it is a different movement', async () => {
  const [first, twin] = await twinRows(66_001)
  expect(first).toMatchObject({ status: 'unmatched' })
  expect(twin).toMatchObject({ status: 'new', unmatched: null })
  expect(twin.why).toContain(`mutasi ${first.id}`)
  await instance.booksHold()
  expect((await reopen(twin)).body.data).toMatchObject({ status: 'unmatched', unmatched: expect.any(Number) })
  await instance.booksHold()
})

test('a row that may be a duplicate is in suspense after an administrator explained it by a ticket that was then taken back', async () => {
  const twin = (await twinRows(66_002))[1]
  const ticket = await instance.app.db.transaction((tx) => deposit(tx, member.id, 66_002n, { how: 'admin' }))
  expect((await explain(twin, { kind: 'deposit', reference: Number(ticket), reason: 'Disetujui kemarin' })).status).toBe(200)
  await instance.booksHold()
  const path = `/api/admin/v1/payment/tiket/update/${ticket}/4`
  expect((await instance.app.call('PATCH', path, { token: instance.admin.token, body: { description: 'Salah member' } })).status).toBe(200)
  expect((await instance.rowsOf(twin.keterangan))[1]).toMatchObject({ status: 'unmatched', unmatched: expect.any(Number) })
  await instance.booksHold()
})

test("money in a row of an account that has become the platform's own can be allocated", async () => {
  const row = await instance.paid(67_001, instance.bank('01', { account: '777' }))
  expect(row.status).toBe('new')
  expect((await reopen(row)).body.data).toMatchObject({ status: 'unmatched' })
  const shown = await instance.app.db.transaction((tx) => showRow(tx, '01', 67_002n, 'noted', null))
  expect((await instance.asAdmin('POST', `mutasi/${shown}/reopen`, { reason: 'Salah dijelaskan' })).body.data).toMatchObject({
    status: 'new',
  })
  await instance.booksHold()
})

test('a cash-out is not called returned if a top-up was credited for a row of its sum, unless the administrator names that top-up', async () => {
  const { app, admin } = instance
  const paidTo = await instance.member({ balance: 500_000n })
  const out = await app.db.transaction((tx) => cashOut(tx, paidTo.id, 91_007n))
  const came = await instance.paid(91_007, instance.bank('04'))
  const assigned = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
  const assign = (notreturn?: string) => instance.asAdmin('POST', `unmatched/${came.unmatched}/assign`, { ...assigned, notreturn })
  expect((await assign((await assign()).body.penarikan)).status).toBe(200)
  const { invoice } = await now(came)
  const detail = async () => (await app.call('GET', `/api/admin/v1/payment/tiket/${out}`, { token: admin.token })).body.data
  expect((await detail()).returnedin).toEqual({ invoice, amount: 91_007 })
  const returned = async (returnedin?: string) => {
    const body = { description: 'Rekening tujuan tutup', returnedin }
    return (await app.call('PATCH', `/api/admin/v1/payment/tiket/update/${out}/4`, { token: admin.token, body })).body
  }
  expect(await returned()).toMatchObject({
    code: 'cash_out.return_taken',
    msg: expect.stringContaining(`Rp 91.007 yang masuk ke bank`),
  })
  expect((await returned('TU-LAIN-1')).code).toBe('cash_out.return_taken')
  expect(await app.balance(paidTo)).toBe(408_993n)
  expect(await returned(invoice)).toMatchObject({ success: true, data: { status: 4 } })
  expect((await detail()).returnedin).toBe(null)
  expect(await app.balance(paidTo)).toBe(500_000n)
  await instance.booksHold()
})

describe('a cash-out that its bank returned', () => {
  const sum = 93_000
  const paidOut = async (amount: number) => {
    const paidTo = await instance.member({ balance: 500_000n })
    return { paidTo, out: await instance.app.db.transaction((tx) => cashOut(tx, paidTo.id, BigInt(amount))) }
  }
  const returned = (out: bigint) =>
    instance.app.call('PATCH', `/api/admin/v1/payment/tiket/update/${out}/4`, {
      token: instance.admin.token,
      body: { description: 'Rekening tujuan tutup' },
    })
  const approve = (id: number, notreturn?: string) =>
    instance.app.call('POST', '/api/admin/v1/payment/tiket/approve', {
      token: instance.admin.token,
      body: { id, description: 'Mutasi BRI pagi', notreturn },
    })
  const waiting = async (amount: number, nth: number) => {
    const { id: ticket, nominal, invoice } = await instance.ticketOf(member, amount, 4)
    const { paidTo, out } = await paidOut(nominal)
    const row = await instance.paid(nominal, instance.bank('04'))
    expect(row, `${nth}`).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`Bisa tiket ${invoice}, bisa penarikan CO-`) })
    return { ticket, nominal, paidTo, out, row }
  }

  test('takes the row that waits, so that the money cannot be credited to a ticket of the same sum too', async () => {
    const { ticket, paidTo, out, row } = await waiting(sum, 1)
    expect((await returned(out)).status).toBe(200)
    expect(await now(row)).toMatchObject({ status: 'cash_out', reference: Number(out), unmatched: null })
    expect(await instance.app.balance(paidTo)).toBe(500_000n)
    const late = await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, {
      owner: { ticketid: ticket },
      description: 'Sudah dicek',
    })
    expect(late.body.code).toBe('statement.taken')
    await instance.booksHold()
  })

  test('is named before a ticket, a member or a list of tickets gets money that may be its return', async () => {
    const before = await instance.app.balance(member)
    const { ticket, nominal, out, row } = await waiting(sum + 1_000, 2)
    const refused = await approve(ticket)
    expect(refused.body).toMatchObject({ code: 'ticket.perhaps_returned', penarikan: expect.stringMatching(new RegExp(`^CO-.*-${out}$`)) })
    const owner = { ticketid: ticket }
    const assign = (more: Json = {}) =>
      instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, { owner, description: 'Sudah dicek', ...more })
    expect((await assign()).body.code).toBe('ticket.perhaps_returned')
    const listed = await instance.app.call('POST', '/api/admin/v1/payment/tiket/approve/matched', {
      token: instance.admin.token,
      body: { ids: [ticket], description: 'Mutasi BRI pagi' },
    })
    expect(listed.body.data).toMatchObject([{ done: false, code: 'ticket.perhaps_returned' }])
    expect(await instance.app.balance(member)).toBe(before)
    expect((await approve(ticket, refused.body.penarikan)).status).toBe(200)
    expect(await instance.app.balance(member)).toBe(before + BigInt(nominal))
    expect((await returned(out)).body.code).toBe('cash_out.return_taken')
    await instance.booksHold()
  })

  test('takes its row, or the row is assigned, if both happen at the same time', async () => {
    const { ticket, nominal, paidTo, out, row } = await waiting(sum + 2_000, 3)
    const before = await instance.app.balance(member)
    const { penarikan } = (await approve(ticket)).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        nth % 2
          ? returned(out)
          : instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, {
              owner: { ticketid: ticket },
              description: 'Sudah dicek',
              notreturn: penarikan,
            }),
      ),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const credited = (await instance.app.balance(member)) - before + (await instance.app.balance(paidTo)) - (500_000n - BigInt(nominal))
    expect(credited).toBe(BigInt(nominal))
    await instance.booksHold()
  })

  test('keeps a row of its sum in suspense while it is processed, since the money may come back before its payment is recorded', async () => {
    const { nominal, invoice } = await instance.ticketOf(member, sum + 3_000, 4)
    const paidTo = await instance.member({ balance: 500_000n })
    const out = await instance.app.db.transaction((tx) => askCashOut(tx, paidTo.id, BigInt(nominal)))
    const step = { token: instance.admin.token }
    expect((await instance.app.call('PATCH', `/api/admin/v1/payment/tiket/update/${out}/1`, step)).status).toBe(200)
    expect(await instance.paid(nominal, instance.bank('04'))).toMatchObject({
      status: 'unmatched',
      why: expect.stringContaining(`Bisa tiket ${invoice}, bisa penarikan CO-`),
    })
  })
})

describe('a bank row that is noted although it was never in suspense', () => {
  const note = { kind: 'noted', reason: 'Bukan urusan Lapak' }

  test('needs two administrators from the limit on, for money out as well', async () => {
    await instance.app.setting('money.secondAdminFrom', 9_000n)
    const row = await instance.paid(-9_000)
    expect((await explain(row, note)).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 'new', askedby: instance.admin.name },
    })
    expect((await explain(row, note)).body.msg).toBe('Menunggu admin kedua')
    expect((await explain(row, note, instance.second)).body.code).toBe('decision.waits')
    expect(await now(row)).toMatchObject({ status: 'new', askedby: instance.admin.name })
    expect((await instance.agree('statement.note', row.id)).body.data).toMatchObject({
      outcome: 'approved',
      amount: 9_000,
      asked: { bankcode: '01', amount: -9_000 },
    })
    expect(await now(row)).toMatchObject({ status: 'noted', why: note.reason, explainedby: instance.second.name, askedby: null })
    await instance.booksHold()
  })

  test('counts against the limit of one administrator, even with concurrent requests', async () => {
    const gani = await instance.app.member({ roles: ['ROLE_ADMIN'] })
    const rows: Json[] = []
    for (const amount of [-30_201, -30_202, -30_203, -30_204, -30_205]) rows.push(await instance.paid(amount))
    await instance.app.setting('money.secondAdminFrom', 100_000n)
    const answers = await Promise.all(rows.map((row) => explain(row, note, gani)))
    expect(answers.map(({ body }) => body.msg).sort()).toEqual([
      ...Array(2).fill('Menunggu admin kedua'),
      ...Array(3).fill('Mutasi dijelaskan'),
    ])
    await instance.booksHold()
  })

  test('counts a part of a rupiah as one rupiah', async () => {
    await instance.app.setting('money.secondAdminFrom', 7_002n)
    const row = await instance.paid(-7_001.5)
    expect((await explain(row, note)).body.msg).toBe('Menunggu admin kedua')
  })

  test('is neither credited nor made suspense money while its request waits, also if its account has become the platform’s own', async () => {
    await instance.app.setting('money.secondAdminFrom', 9_000n)
    const row = await instance.paid(29_007, instance.bank('01', { account: '8810099999' }))
    expect(row.status).toBe('new')
    expect((await explain(row, note)).body.msg).toBe('Menunggu admin kedua')
    const accountIs = (account_no: string) =>
      instance.app.tables.updateTable('payment_method').set({ account_no }).where('channel', '=', 'transfer').execute()
    await accountIs('8810099999')
    await runJob(instance.app, 'match-unclassified')
    expect(await now(row)).toMatchObject({ status: 'new', askedby: instance.admin.name })
    expect((await instance.disagree('statement.note', row.id)).status).toBe(200)
    await runJob(instance.app, 'match-unclassified')
    expect(await now(row)).toMatchObject({ status: 'unmatched', mutasi: 29_007 })
    await accountIs(platformAccountNo)
    await instance.booksHold()
  })

  test('stays as it was explained while its request waited, and the request lapses', async () => {
    await instance.app.setting('money.secondAdminFrom', 9_000n)
    const row = await instance.paid(-9_003)
    expect((await explain(row, note)).body.msg).toBe('Menunggu admin kedua')
    const moved = await instance.app.db.transaction((tx) => transferCash(tx, '01', '02', 9_003n))
    expect((await explain(row, { kind: 'cash_transfer', reference: Number(moved), reason: 'Transfer kas' })).status).toBe(200)
    expect((await instance.agree('statement.note', row.id)).body.code).toBe('decision.changed')
    expect(await now(row)).toMatchObject({ status: 'cash_transfer', reference: Number(moved), askedby: null })
    await instance.booksHold()
  })

  test('is explained by an existing booking of any sum by one administrator', async () => {
    await instance.app.setting('money.secondAdminFrom', 1n)
    const row = await instance.paid(-9_004)
    const moved = await instance.app.db.transaction((tx) => transferCash(tx, '01', '02', 9_004n))
    expect((await explain(row, { kind: 'cash_transfer', reference: Number(moved), reason: 'Transfer kas' })).body.msg).toBe(
      'Mutasi dijelaskan',
    )
  })
})
