import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BankInstance } from '../../../test/bank-instance.ts'

/** The rules of fees compare what was written an hour after the last change of a fee, so this version has run for hours. */
let instance: BankInstance

beforeAll(async () => {
  instance = await BankInstance.start()
  const { tables } = instance.app
  const hoursAgo = sql<Date>`now() - interval '2 hours'`
  await sql`update migration set applied_at = ${hoursAgo}`.execute(tables)
  await tables.updateTable('payment_method').set({ fee_flat: 1_499n, fee_basis_points: 73, updated_at: hoursAgo }).execute()
})

afterAll(() => instance?.stop())

test('ledger:check accepts the fee of a ticket, and that of money that came without a ticket', async () => {
  const member = await instance.member()
  const ticket = await instance.ticketOf(member, 100_003)
  expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
  for (const amount of [77_777, 99_999, 100_000, 123_456]) {
    const row = await instance.paid(amount)
    const owner = { memberid: Number(member.id) }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, { owner, description: 'Lupa kode unik' })).status).toBe(200)
  }
  await instance.booksHold()
})
