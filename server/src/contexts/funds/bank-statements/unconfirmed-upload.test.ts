import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { BankInstance } from '../../../../test/bank-instance.ts'
import { cashOut, deposit } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

let instance: BankInstance
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
})

afterEach(() => instance.app.setting('money.secondAdminFrom', 0n))

/** Uploads a file with these sums, which its uploader could have forged; returns its rows. */
async function fileOf(amounts: number[], who = instance.admin) {
  const bank = instance.bank()
  const text = instance.newText()
  for (const amount of amounts) bank.move(amount, text)
  expect((await instance.upload(bank.file('KlikBCA'), { who })).body.data).toMatchObject({ rows: amounts.length, added: amounts.length })
  return { bank, text, rows: await instance.rowsOf(text) }
}

/** Waits until a feed confirmed the row of this text and its jobs are done. */
const confirmed = (text: string) =>
  expect
    .poll(async () => {
      const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'match-confirmed'`.execute(instance.app.tables)
      const row = instance.app.db.read.selectFrom('bank_statement').select('confirmed_at').where('description', '=', text)
      return jobs.rows.length === 0 && (await row.executeTakeFirst())?.confirmed_at != null
    })
    .toBe(true)

describe('a row that only a file reports', () => {
  test('does not pay a ticket of its uploader, and the uploader cannot allocate the money to himself', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'] })
    const ticket = await instance.ticketOf(uploader)
    const { rows } = await fileOf([ticket.nominal], uploader)
    expect(rows[0]).toMatchObject({
      status: 'unmatched',
      why: `Cocok dengan tiket ${ticket.invoice} milik pengunggah file; menunggu admin lain`,
    })
    expect(await instance.stateOf(uploader, ticket)).toBe(1)
    const body = { owner: { ticketid: ticket.id }, description: 'Uang saya sendiri' }
    expect((await instance.asAdmin('POST', `unmatched/${rows[0].unmatched}/assign`, body, uploader)).body.code).toBe('decision.own_money')
    expect((await instance.asAdmin('POST', `unmatched/${rows[0].unmatched}/assign`, body)).status).toBe(200)
    expect(await instance.app.balance(uploader)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('explains a ticket of its uploader that was approved by hand once a feed delivers it', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'] })
    const ticket = await instance.ticketOf(uploader)
    const body = { id: ticket.id, description: 'Bukti dari bank' }
    await instance.app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })
    const { bank, text, rows } = await fileOf([ticket.nominal], uploader)
    expect(rows[0].status).toBe('unmatched')
    await bank.deliver()
    await confirmed(text)
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice, unmatched: null })
    expect(await instance.app.balance(uploader)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('does not explain a ticket of its uploader that an administrator approved by hand', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'] })
    const ticket = await instance.ticketOf(uploader)
    const body = { id: ticket.id, description: 'Bukti dari bank' }
    const approved = await instance.app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: instance.admin.token, body })
    expect(approved.status).toBe(200)
    const { rows } = await fileOf([ticket.nominal], uploader)
    expect(rows[0]).toMatchObject({
      status: 'unmatched',
      why: `Cocok dengan tiket ${ticket.invoice} milik pengunggah file; menunggu admin lain`,
    })
    const explanation = { kind: 'deposit', reference: ticket.id, reason: 'Sudah dicek di bank' }
    const explain = (who: TestMember) => instance.asAdmin('POST', `mutasi/${rows[0].id}/explain`, explanation, who)
    expect((await explain(uploader)).body.code).toBe('decision.own_money')
    expect((await explain(instance.admin)).body.data.status).toBe('deposit')
    await instance.booksHold()
  })

  test('does not explain a cash-out of its uploader, until a feed delivers it', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'], balance: 500_000n })
    const out = await instance.app.db.transaction((tx) => cashOut(tx, uploader.id, 212_000n))
    const bank = instance.bank('04')
    const text = instance.newText()
    bank.move(-212_000, text)
    await instance.upload(bank.file('BRI'), { who: uploader, bankcode: '04' })
    expect((await instance.rowsOf(text))[0]).toMatchObject({
      status: 'new',
      why: expect.stringMatching(new RegExp(`^Cocok dengan penarikan CO-.*-${out} milik pengunggah file; menunggu admin lain$`)),
    })
    await bank.deliver()
    await confirmed(text)
    await runJob(instance.app, 'rematch-statements')
    await expect.poll(async () => (await instance.rowsOf(text))[0]).toMatchObject({ status: 'cash_out', reference: Number(out) })
    await instance.booksHold()
  })

  test('pays a ticket of another member if the uploader may decide about its sum without a second administrator', async () => {
    const ticket = await instance.ticketOf(member)
    const { rows } = await fileOf([ticket.nominal])
    expect(rows[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    expect(rows[0].why).toContain(`menurut file yang diunggah ${instance.admin.name}`)
    await instance.booksHold()
  })

  test('counts against the daily limit together with everything that its uploader decided without a second administrator', async () => {
    const uploader = await instance.app.member({ roles: ['ROLE_ADMIN'] })
    await instance.app.setting('money.secondAdminFrom', 300_000n)
    const members = await Promise.all([member, instance.member(), instance.member()])
    const tickets = await Promise.all(members.map((who) => instance.ticketOf(who)))
    const { rows } = await fileOf(
      tickets.map(({ nominal }) => nominal),
      uploader,
    )
    expect(rows.map(({ status }) => status)).toEqual(['deposit', 'deposit', 'unmatched'])
    expect(rows[2].why).toBe(
      `Cocok dengan tiket ${tickets[2]?.invoice}, di atas yang boleh diputuskan pengunggah file sendiri; menunggu admin lain`,
    )
    const waits = await instance.paid(99_999)
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    expect((await instance.asAdmin('POST', `unmatched/${waits.unmatched}/assign`, body, uploader)).body.msg).toBe('Menunggu admin kedua')
    await instance.booksHold()
  })

  test('is no longer the responsibility of its uploader if a feed delivered it, too', async () => {
    const uploader = await instance.member({ roles: ['ROLE_ADMIN'] })
    await instance.app.setting('money.secondAdminFrom', 1n)
    const ticket = await instance.ticketOf(uploader)
    const bank = instance.bank()
    const text = instance.newText()
    bank.move(ticket.nominal, text)
    await bank.deliver()
    await instance.upload(bank.file('KlikBCA'), { who: uploader })
    const rows = await instance.rowsOf(text)
    expect(rows).toMatchObject([{ status: 'deposit', invoice: ticket.invoice }])
    await instance.booksHold()
  })

  test('is in suspense until a feed delivers it, and then pays its ticket', async () => {
    await instance.app.setting('money.secondAdminFrom', 1n)
    const ticket = await instance.ticketOf(member)
    const { bank, text, rows } = await fileOf([ticket.nominal])
    expect(rows[0].status).toBe('unmatched')
    // A second file that contains the row does not confirm it.
    bank.move(71_001, text)
    expect((await instance.upload(bank.file('KlikBCA'), { who: instance.second })).body.data).toMatchObject({ rows: 2, added: 1 })
    expect((await instance.rowsOf(text))[0].status).toBe('unmatched')
    const { confirmed_at } = await instance.app.db.read
      .selectFrom('bank_statement')
      .select('confirmed_at')
      .where('id', '=', BigInt(rows[0].id))
      .executeTakeFirstOrThrow()
    expect(confirmed_at).toBe(null)
    await bank.deliver()
    await expect.poll(async () => (await instance.rowsOf(text))[0].status).toBe('deposit')
    expect(await instance.stateOf(member, ticket)).toBe(2)
    expect(await instance.app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('does not pay a ticket after the confirmation if it may belong to a ticket that an administrator approved on that day', async () => {
    const ticket = await instance.ticketOf(member)
    const other = await instance.member()
    await instance.app.db.transaction((tx) => deposit(tx, other.id, BigInt(ticket.nominal), { how: 'admin' }))
    const { bank, text, rows } = await fileOf([ticket.nominal])
    expect(rows[0]).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`Bisa tiket ${ticket.invoice}, bisa tiket`) })
    await bank.deliver()
    await confirmed(text)
    expect((await instance.rowsOf(text))[0].status).toBe('unmatched')
    expect(await instance.stateOf(member, ticket)).toBe(1)
    expect(await instance.app.balance(member)).toBe(0n)
    await instance.booksHold()
  })

  test('does not pay a ticket after the confirmation if an administrator handled the row before', async () => {
    await instance.app.setting('money.secondAdminFrom', 1n)
    const ticket = await instance.ticketOf(member)
    const { bank, text, rows } = await fileOf([ticket.nominal])
    await instance.app.setting('money.secondAdminFrom', 0n)
    const say = (what: string, body: object) => instance.asAdmin('POST', `mutasi/${rows[0].id}/${what}`, body)
    expect((await say('explain', { kind: 'noted', reason: 'Bukan uang kita' })).status).toBe(200)
    expect((await say('reopen', { reason: 'Salah lihat' })).body.data.status).toBe('unmatched')
    await bank.deliver()
    await confirmed(text)
    expect((await instance.rowsOf(text))[0].status).toBe('unmatched')
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await instance.booksHold()
  })

  test('does not pay a ticket after the confirmation if the ticket was created after the row', async () => {
    // Moves the creation of the first ticket back by a day, so that the money is not older than the first ticket, even shortly after midnight.
    const first = await instance.ticketOf(await instance.member())
    const dayAgo = new Date(Date.now() - 24 * 3_600_000)
    await instance.app.tables.updateTable('top_up').set({ created_at: dayAgo }).where('id', '=', BigInt(first.id)).execute()
    const ticket = await instance.ticketOf(member, 150_000, 4)
    const bank = instance.bank('04')
    const text = instance.newText()
    bank.move(ticket.nominal, text, new Date(Date.now() - 3 * 3_600_000))
    expect((await instance.upload(bank.file('BRI'), { bankcode: '04' })).body.data).toMatchObject({ added: 1 })
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'unmatched', why: expect.stringContaining('dibuat sesudahnya') })
    await bank.deliver()
    await confirmed(text)
    expect((await instance.rowsOf(text))[0].status).toBe('unmatched')
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await instance.booksHold()
  })
})
