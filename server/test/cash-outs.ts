import { expect } from 'vitest'
import type { Answer, Json, TestApp, TestMember } from './app.ts'
import { codesTo } from './emails.ts'

/** Everything that a member needs for a cash-out, and the call itself. */

const phoneOf = ({ id }: TestMember) => `62812${String(id).padStart(8, '0')}`

/** Completes the member's account and adds a bank account that is old enough for a cash-out; returns its id. */
export async function makePayable({ tables }: TestApp, who: TestMember): Promise<number> {
  await tables
    .updateTable('member')
    .set({
      phone: phoneOf(who),
      phone_verified_at: new Date(),
      address: 'Jl. Mawar 1',
      province_id: 31n,
      city_id: 3171n,
      district_id: 317101n,
    })
    .where('id', '=', who.id)
    .execute()
  const longAgo = new Date(Date.now() - 48 * 3_600_000)
  const { id } = await tables
    .insertInto('bank_account')
    .values({
      member_id: who.id,
      bank_code: '01',
      account_no: '8290123456',
      account_name: 'SARI',
      created_at: longAgo,
      updated_at: longAgo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Allows cash-outs at any hour and in any number, and a single administrator for any amount, including refunds. */
export async function liftCashOutLimits(app: TestApp): Promise<void> {
  for (const [name, value] of Object.entries({ fromHour: 0, untilHour: 24, perDay: 100, requestsPerHour: 1000, sellerAfterHours: 0 }))
    await app.setting(`cashOut.${name}` as 'cashOut.perDay', value)
  await app.setting('purchases.secondAdminFrom', 0n)
  await app.setting('money.secondAdminFrom', 0n)
}

export async function cashOutCode(app: TestApp, who: TestMember): Promise<{ key: string; otp: string }> {
  await app.tables
    .updateTable('otp')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .where('member_id', '=', who.id)
    .execute()
  const { body } = await app.call('GET', '/api/v1/otp?purpose=cash_out', { token: who.token })
  expect(body).toMatchObject({ success: true })
  const code = (await codesTo(app, phoneOf(who))).at(-1)
  return { key: body.data.sid, otp: code?.code ?? '' }
}

export const requestCashOut = async (app: TestApp, who: TestMember, body: Json): Promise<Answer> =>
  app.call('POST', '/api/v1/seller/cashout', { token: who.token, body: { ...(await cashOutCode(app, who)), ...body } })
