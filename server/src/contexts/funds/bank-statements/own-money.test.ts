import { rupiahText } from '@lapak/contract/shared/money'
import { createBank } from '@lapak/simulators/bank'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, feedSecrets, platformAccountNo } from '../../../../test/bank-instance.ts'
import { askCashOut, deposit, payCashOut, transferCash } from '../../../../test/money.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'
import { lockSums } from './own-money.ts'

/** The platform's own money, moved between its accounts without a booking, is no top-up of whoever has a ticket of its sum. */
let instance: BankInstance
let app: TestApp
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  app = instance.app
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
})

/** Waits until a feed confirmed the row of this text and its jobs are done. */
const confirmed = (text: string) =>
  expect
    .poll(async () => {
      const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'match-confirmed'`.execute(app.tables)
      const row = app.db.read.selectFrom('bank_statement').select('confirmed_at').where('description', '=', text)
      return jobs.rows.length === 0 && (await row.executeTakeFirst())?.confirmed_at != null
    })
    .toBe(true)
const note = (row: Json) => instance.asAdmin('POST', `mutasi/${row.id}/explain`, { kind: 'noted', reason: 'Biaya admin' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const alertsOf = async ({ token }: TestMember, title = 'Uang kita sendiri mungkin masuk tiket member'): Promise<Json[]> =>
  (await app.call('GET', '/api/v1/notifications?size=100', { token })).body.data.content.filter((one: Json) => one.judul === title)

const alertsAbout = async (who: TestMember, invoice: string) => (await alertsOf(who)).filter(({ teks }) => teks.includes(invoice))

describe('a transfer whose sum has left another account of the platform', () => {
  test.each<[string, number, boolean]>([
    ['is not explained', 0, false],
    ['has the price of the transfer in it', 2_500, false],
    ['was noted as none of ours', 0, true],
  ])('does not pay a ticket, and shows the debit, if the debit %s', async (_, fee, isNoted) => {
    const ticket = await instance.ticketOf(member)
    const debit = await instance.paid(-ticket.nominal - fee, instance.bank('02'))
    if (isNoted) expect((await note(debit)).status).toBe(200)
    const row = await instance.paid(ticket.nominal)
    expect(row).toMatchObject({
      status: 'unmatched',
      why: `Bisa tiket ${ticket.invoice}, bisa uang kita sendiri: mutasi ${debit.id} sebesar ${rupiahText(ticket.nominal + fee)} keluar dari rekening kas lain dan belum dibukukan`,
    })
    expect(await instance.stateOf(member, ticket)).toBe(1)
    expect(await app.balance(member)).toBe(0n)
    await instance.booksHold()
  })

  test('is approved with its ticket only if the administrator confirms that it is other money, also among many tickets', async () => {
    const ticket = await instance.ticketOf(member)
    const debit = await instance.paid(-ticket.nominal, instance.bank('02'))
    await instance.paid(ticket.nominal)
    const send = (path: string, body: Json) =>
      app.call('POST', `/api/admin/v1/payment/tiket/${path}`, { token: instance.admin.token, body })
    const approve = (notown?: string) => send('approve', { id: ticket.id, description: 'Mutasi pagi', matched: true, notown })
    const listed = await send('approve/matched', { ids: [ticket.id], description: 'Mutasi pagi' })
    expect(listed.body.data).toMatchObject([{ done: false, code: 'ticket.perhaps_own' }])
    expect(await approve()).toMatchObject({ status: 409, body: { code: 'ticket.perhaps_own', asal: `mutasi ${debit.id}` } })
    expect((await approve(`transfer kas ${debit.id}`)).body.code).toBe('ticket.perhaps_own')
    expect(await app.balance(member)).toBe(0n)
    await app.setting('money.secondAdminFrom', 10_000n)
    const detail = async () =>
      (await app.call('GET', `/api/admin/v1/payment/tiket/${ticket.id}`, { token: instance.second.token })).body.data
    expect(await detail()).toHaveProperty('confirmed', null)
    expect((await approve(`mutasi ${debit.id}`)).body.msg).toContain('admin kedua')
    expect(await detail()).toHaveProperty('confirmed', { notown: `mutasi ${debit.id}` })
    expect((await instance.agree('ticket.decide', ticket.id)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('is given to a member only if the administrator confirms that it is other money', async () => {
    const debit = await instance.paid(-150_000, instance.bank('02'))
    const { unmatched } = await instance.paid(150_000)
    const assign = (notown?: string) =>
      instance.asAdmin('POST', `unmatched/${unmatched}/assign`, {
        owner: { memberid: Number(member.id) },
        description: 'Lupa membuat tiket',
        notown,
      })
    expect(await assign()).toMatchObject({ status: 409, body: { code: 'ticket.perhaps_own', asal: `mutasi ${debit.id}` } })
    expect(await app.balance(member)).toBe(0n)
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await assign(`mutasi ${debit.id}`)).body.msg).toContain('admin kedua')
    expect((await instance.agree('unmatched.assign', unmatched)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(150_000n)
    await instance.booksHold()
  })

  test('is approved only with a confirmation even if its cash transfer is booked', async () => {
    const ticket = await instance.ticketOf(member)
    const moved = await app.db.transaction((tx) => transferCash(tx, '02', '01', BigInt(ticket.nominal)))
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'unmatched' })
    const body = { id: ticket.id, description: 'Mutasi pagi', matched: true }
    const approved = await app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })
    expect(approved.body).toMatchObject({ code: 'ticket.perhaps_own', asal: `transfer kas ${moved}` })
    await instance.booksHold()
  })

  test('is not taken for the money of a ticket that an administrator approved by hand', async () => {
    const ticket = await instance.ticketOf(member)
    const body = { id: ticket.id, description: 'Bukti dari member' }
    expect((await app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })).status).toBe(200)
    const debit = await instance.paid(-ticket.nominal, instance.bank('02'))
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`mutasi ${debit.id} `) })
    await instance.booksHold()
  })

  test('is not taken for the money of a ticket that was approved by hand if a feed confirms its file row', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'] })
    const ticket = await instance.ticketOf(uploader, 130_000)
    const body = { id: ticket.id, description: 'Bukti dari member' }
    expect((await app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })).status).toBe(200)
    const bank = instance.bank()
    const text = instance.newText()
    bank.move(ticket.nominal, text)
    expect((await instance.upload(bank.file('KlikBCA'), { who: uploader })).body.data).toMatchObject({ added: 1 })
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'unmatched' })
    await instance.paid(-ticket.nominal, instance.bank('02'))
    await bank.deliver()
    await confirmed(text)
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'unmatched', invoice: null })
    await instance.booksHold()
  })

  test('pays its ticket if the debit is booked, is days away, has another sum, or is of an account of somebody else', async () => {
    const tickets = await Promise.all([1, 2, 3, 4].map((nth) => instance.ticketOf(member, 100_000 + nth * 20_000)))
    const [booked, old, other, foreign] = tickets.map(({ nominal }) => nominal) as [number, number, number, number]
    await app.db.transaction((tx) => transferCash(tx, '02', '05', BigInt(booked)))
    expect(await instance.paid(-booked, instance.bank('02'))).toMatchObject({ status: 'cash_transfer' })
    expect(await instance.paid(booked, instance.bank('05'))).toMatchObject({ status: 'cash_transfer' })
    const bank = instance.bank('02')
    await bank.deliver([bank.move(-old, instance.newText(), daysAgo(5))])
    await instance.paid(-other - 1_000, instance.bank('02'))
    expect(await instance.paid(-foreign, instance.bank('02', { account: '777' }))).toMatchObject({ status: 'new' })
    for (const ticket of tickets) expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await instance.booksHold()
  })
})

describe('money in of the sum of a booked cash transfer', () => {
  test('waits while no row shows where the transfer arrived, even if it was booked to another bank', async () => {
    const ticket = await instance.ticketOf(member)
    const moved = await app.db.transaction((tx) => transferCash(tx, '02', '05', BigInt(ticket.nominal)))
    expect(await instance.paid(-ticket.nominal, instance.bank('02'))).toMatchObject({ status: 'cash_transfer' })
    expect(await instance.paid(ticket.nominal)).toMatchObject({
      status: 'unmatched',
      why: `Bisa tiket ${ticket.invoice}, bisa transfer kas ${moved}`,
    })
    expect(await app.balance(member)).toBe(0n)
    await instance.booksHold()
  })

  test('waits if two transfers of its sum are booked', async () => {
    const ticket = await instance.ticketOf(member, 105_000)
    const [first, second] = [await booked(ticket.nominal), await booked(ticket.nominal)]
    expect(await instance.paid(ticket.nominal)).toMatchObject({
      status: 'unmatched',
      why: `Bisa tiket ${ticket.invoice}, bisa uang kita sendiri: transfer kas ${first}, transfer kas ${second}`,
    })
    await instance.booksHold()
  })

  test('is credited only if everything that it may be is confirmed, and what comes before the second approval is asked about', async () => {
    const ticket = await instance.ticketOf(member, 106_000)
    const moved = await booked(ticket.nominal)
    const debit = await instance.paid(-ticket.nominal, instance.bank('02'))
    await instance.paid(ticket.nominal)
    const approve = (notown?: string) =>
      app.call('POST', '/api/admin/v1/payment/tiket/approve', {
        token: instance.admin.token,
        body: { id: ticket.id, description: 'Mutasi pagi', matched: true, notown },
      })
    const both = `transfer kas ${moved}, mutasi ${debit.id}`
    expect(await approve()).toMatchObject({
      status: 409,
      body: { code: 'ticket.perhaps_own', asal: both, msg: expect.stringContaining(both) },
    })
    for (const one of [`transfer kas ${moved}`, `mutasi ${debit.id}`]) expect((await approve(one)).body.code).toBe('ticket.perhaps_own')
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await approve(both)).body.msg).toContain('admin kedua')
    const third = await instance.paid(-ticket.nominal, instance.bank('05'))
    expect((await instance.agree('ticket.decide', ticket.id)).body.code).toBe('decision.changed')
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(0n)
    const fourth = await instance.paid(-ticket.nominal, instance.bank('04'))
    const { asal } = (await approve()).body
    expect(asal).toMatch(new RegExp(`^${both}, mutasi ${third.id} dan 1 lainnya \\(#[0-9a-f]{8}\\)$`))
    expect((await note(fourth)).status, 'a note is no booking').toBe(200)
    expect((await approve(asal)).status).toBe(200)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('is given to a member without a ticket only with a confirmation, and says so before', async () => {
    const row = await instance.paid(-87_001, instance.bank('02')).then(() => instance.paid(87_001))
    expect(row.why).toContain('; bisa uang kita sendiri: mutasi')
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa kode unik' }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body)).body.code).toBe('ticket.perhaps_own')
    await instance.booksHold()
  })
})

/** A settlement of the provider that an administrator has booked. */
const booked = (amount: number) => app.db.transaction((tx) => transferCash(tx, '06', '01', BigInt(amount)))

describe('a debit that is matched at the same time as the money in at another bank', () => {
  test.each([0n, 2_500n])('waits until the money in is matched if its bank took Rp %d', async (fee) => {
    const amount = 140_000n
    const order: string[] = []
    const debit = await app.db.transaction(async (tx) => {
      await lockSums(tx, amount)
      const locking = app.db.transaction(async (other) => {
        await lockSums(other, -amount - fee)
        order.push('debit')
      })
      await expect
        .poll(async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(tx)).rows.length)
        .toBe(1)
      order.push('credit')
      return { locking }
    })
    await debit.locking
    expect(order).toEqual(['credit', 'debit'])
  })
})

describe('a debit that comes after its sum has paid a ticket at another bank', () => {
  test('names the ticket, and alerts every administrator once', async () => {
    const ticket = await instance.ticketOf(member)
    const paid = await instance.paid(ticket.nominal)
    expect(paid).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    const bank = instance.bank('02')
    const text = instance.newText()
    const movement = bank.move(-ticket.nominal, text)
    await bank.deliver([movement])
    const [debit] = await instance.rowsOf(text)
    await bank.deliver([movement])
    expect(debit).toMatchObject({
      status: 'new',
      why: `Belum ada penarikan atau transfer kas yang cocok; mutasi ${paid.id} di BCA sebesar ${rupiahText(ticket.nominal)} menjadi tiket ${ticket.invoice}, dan bisa uang kita sendiri. Bila benar, batalkan tiket itu lalu catat Transfer Kas`,
    })
    for (const who of [instance.admin, instance.second]) expect(await alertsAbout(who, ticket.invoice)).toMatchObject([{ jml: 1 }])
    const { body } = await app.call('GET', '/api/admin/v1/audit?event=statement.perhaps_own', { token: instance.admin.token })
    expect(body.data.content.filter(({ subject }: Json) => subject === String(paid.id))).toMatchObject([
      { after: { out: debit.id, ticket: ticket.id } },
    ])
    expect(await app.balance(member), 'nothing is taken back by itself').toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })
})

describe('a cash transfer that is booked after its sum has paid a ticket at another bank', () => {
  const book = (from: string, to: string, jumlah: number, who = instance.admin) =>
    app.call('POST', '/api/admin/v1/accounts/transfer', {
      token: who.token,
      body: { idsumber: from, idtujuan: to, jumlah, reason: 'Isi kas' },
    })
  const perhapsOwn = async (row: Json) =>
    (await app.call('GET', '/api/admin/v1/audit?event=statement.perhaps_own&size=100', { token: instance.admin.token })).body.data.content
      .filter(({ subject }: Json) => subject === String(row.id))
      .map(({ after }: Json) => after)

  test.each(['02', '06'])('alerts every administrator once if it left %s, and not again when its debit comes', async (from) => {
    const ticket = await instance.ticketOf(member, 2_100_000)
    await app.db.transaction((tx) => deposit(tx, member.id, 3_000_000n, { bank: from as '02' }))
    const paid = await instance.paid(ticket.nominal)
    expect(paid).toMatchObject({ status: 'deposit' })
    expect((await book(from, '01', ticket.nominal)).status).toBe(200)
    for (const who of [instance.admin, instance.second])
      expect(await alertsAbout(who, ticket.invoice)).toMatchObject([{ teks: expect.stringContaining('dibukukan; mutasi'), jml: 1 }])
    if (from === '02') {
      const debit = await instance.paid(-ticket.nominal, instance.bank('02'))
      expect(debit).toMatchObject({ status: 'cash_transfer', why: expect.stringContaining(`menjadi tiket ${ticket.invoice}`) })
    }
    expect(await alertsAbout(instance.admin, ticket.invoice)).toHaveLength(1)
    expect(await perhapsOwn(paid)).toMatchObject([{ transfer: expect.any(Number), ticket: ticket.id }])
    await instance.booksHold()
  })

  test('alerts when a second administrator agrees to it', async () => {
    const ticket = await instance.ticketOf(member, 2_200_000)
    await app.db.transaction((tx) => deposit(tx, member.id, 3_000_000n, { bank: '02' }))
    await instance.paid(ticket.nominal)
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await book('02', '01', ticket.nominal)).body.msg).toBe('Menunggu admin kedua')
    const { body } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: instance.second.token })
    const asked = body.data.content.find(({ kind }: Json) => kind === 'cash.move')
    expect((await instance.agree('cash.move', asked.subject)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await alertsAbout(instance.admin, ticket.invoice)).toHaveLength(1)
  })

  test('alerts when its debit comes if only the debit shows it', async () => {
    const ticket = await instance.ticketOf(member, 2_300_000)
    const paid = await instance.paid(ticket.nominal)
    await app.db.transaction((tx) => transferCash(tx, '02', '01', BigInt(ticket.nominal)))
    const debit = await instance.paid(-ticket.nominal, instance.bank('02'))
    expect(debit).toMatchObject({ status: 'cash_transfer', why: expect.stringContaining(`menjadi tiket ${ticket.invoice}`) })
    expect(await perhapsOwn(paid)).toMatchObject([{ out: debit.id, ticket: ticket.id }])
    await instance.booksHold()
  })

  test('alerts nobody if a row has shown its money arrive', async () => {
    const other = await instance.ticketOf(member, 2_400_000)
    const credited = await instance.paid(other.nominal)
    await app.db.transaction((tx) => transferCash(tx, '02', '05', BigInt(other.nominal)))
    expect(await instance.paid(other.nominal, instance.bank('05'))).toMatchObject({ status: 'cash_transfer' })
    expect((await instance.paid(-other.nominal, instance.bank('02'))).why).not.toContain(other.invoice)
    expect(await perhapsOwn(credited)).toEqual([])
    await instance.booksHold()
  })

  test('alerts if a paid cash-out explains the debit and the money came after its request, not for the top-up that is taken out', async () => {
    for (const isBefore of [true, false]) {
      const ticket = await instance.ticketOf(member, isBefore ? 2_500_000 : 2_600_000)
      const before = isBefore ? await instance.paid(ticket.nominal) : null
      await app.db.transaction((tx) => deposit(tx, member.id, 3_000_000n, { bank: '02' }))
      const id = await app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
      const requestedAt = (at: Date) => app.tables.updateTable('cash_out').set({ created_at: at }).where('id', '=', id).execute()
      if (isBefore) await requestedAt(new Date(Date.now() + 700_000))
      await app.db.transaction((tx) => payCashOut(tx, id, '02'))
      const credited = before ?? (await instance.paid(ticket.nominal))
      expect(credited).toMatchObject({ status: 'deposit' })
      expect(await instance.paid(-ticket.nominal, instance.bank('02'))).toMatchObject({ status: 'cash_out' })
      expect(await perhapsOwn(credited)).toHaveLength(isBefore ? 0 : 1)
      await requestedAt(new Date(Date.now() - 60_000))
    }
    await instance.booksHold()
  })
})

describe('a transfer of the sum of a withdrawal from the payment provider', () => {
  const withdrawn = (id: string, amount: number, more: Json = {}) =>
    app.tables
      .insertInto('provider_transaction')
      .values({
        provider: 'xendit',
        transaction_id: id,
        version: 1,
        product_id: id,
        reference: id,
        type: 'WITHDRAWAL',
        direction: 'out',
        status: 'success',
        amount: String(amount),
        fee: '0',
        happened_at: new Date(),
        seen_at: new Date(),
        ...more,
      })
      .execute()

  test('does not pay a ticket as long as the withdrawal is not booked', async () => {
    const ticket = await instance.ticketOf(member)
    await withdrawn('WD-1', ticket.nominal)
    expect(await instance.paid(ticket.nominal)).toMatchObject({
      status: 'unmatched',
      why: `Bisa tiket ${ticket.invoice}, bisa uang kita sendiri: penarikan WD-1 di penyedia dengan jumlah ini belum dibukukan`,
    })
    expect(await instance.stateOf(member, ticket)).toBe(1)
    const body = { id: ticket.id, description: 'Mutasi pagi', matched: true }
    const approved = await app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })
    expect(approved.body).toMatchObject({ code: 'ticket.perhaps_own', asal: 'penarikan WD-1' })
    await instance.booksHold()
  })

  test('pays its ticket if the withdrawal failed, or arrived at another bank', async () => {
    const tickets = await Promise.all([1, 2].map((nth) => instance.ticketOf(member, 110_000 + nth * 20_000)))
    const [failed, arrived] = tickets.map(({ nominal }) => nominal) as [number, number]
    await withdrawn('WD-2', failed)
    await withdrawn('WD-2', failed, { version: 2, status: 'failed' })
    await withdrawn('WD-3', arrived)
    await app.db.transaction((tx) => transferCash(tx, '06', '05', BigInt(arrived)))
    expect(await instance.paid(arrived, instance.bank('05'))).toMatchObject({ status: 'cash_transfer' })
    for (const ticket of tickets) expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await instance.booksHold()
  })

  test('pays its ticket if the provider paid a cash-out of this sum', async () => {
    const payouts = await PayoutInstance.start({ BANKFEED_SECRET: feedSecrets.own })
    onTestFinished(() => payouts.stop())
    const { app: paying, provider } = payouts
    const account = { account_no: platformAccountNo, account_name: 'PT LAPAK' }
    await paying.tables.updateTable('payment_method').set(account).where('channel', '=', 'transfer').execute()
    const { token, id: owner } = await paying.member({ complete: true })
    const { body } = await paying.call('POST', '/api/v1/payment/tiket', { token, body: { jumlah: 100_000, methode: 1 } })
    const { invoice, nominal } = body.data
    const id = await payouts.cashOut({ id: owner }, paying, BigInt(nominal))
    await payouts.payOut(id)
    await payouts.became(id, 'waits')
    const reference = await payouts.referenceOf(id)
    await payouts.ends({ id, reference }, 'SUCCEEDED')
    for (const one of provider.transactions) one.created = daysAgo(1).toISOString()
    await runJob(paying, 'reconcile-provider')
    expect(await paying.db.read.selectFrom('provider_transaction').select('reference').execute()).toEqual([{ reference }])
    const bank = createBank({ url: paying.url, secret: feedSecrets.own, code: '01', account: platformAccountNo })
    await bank.deliver([bank.move(nominal, 'SETORAN MEMBER')])
    const ticket = async () => (await paying.call('GET', `/api/v1/payment/tiket/${invoice}`, { token })).body.data.status
    await expect.poll(ticket).toBe(2)
  })
})
