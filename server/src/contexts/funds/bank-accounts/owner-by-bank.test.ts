import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxNames } from '#integrations/name-inquiry/inquiries.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { requestCashOut } from '../../../../test/cash-outs.ts'
import { runJob } from '../../../../test/run-job.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.setting('cashOut.fromHour', 0)
  await app.setting('cashOut.untilHour', 24)
  await app.setting('bankAccounts.payableAfterHours', 0)
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/banks'
const add = async (who: TestMember, accountno: string): Promise<number> =>
  (await app.call('POST', path, { token: who.token, body: { bankcode: '01', accountno, accountname: 'Nama Sendiri' } })).body.data.id
const account = async (who: TestMember, id: number) =>
  (await app.call('GET', path, { token: who.token })).body.data.find((one: { id: number }) => one.id === id)

test("a new account gets its owner's name from the bank, and its member and administrators see both names", async () => {
  const who = await app.member({ complete: true, roles: ['ROLE_SELLER'], balance: 500_000n })
  await app.tables
    .updateTable('member')
    .set({ phone: `62812${String(who.id).padStart(8, '0')}`, phone_verified_at: new Date() })
    .where('id', '=', who.id)
    .execute()
  await steppedUpAgo(app, who, 0)
  const id = await add(who, '8290123456')
  const owner = await sandboxNames.ownerOf('01', '8290123456')
  const name = owner.kind === 'named' ? owner.name : ''
  await expect.poll(async () => (await account(who, id)).namadibank).toBe(name)
  expect(await account(who, id)).toMatchObject({ accountname: 'Nama Sendiri', dicek: expect.any(String) })
  const asked = await requestCashOut(app, who, { id, amount: 200_000 })
  expect(asked.status).toBe(200)
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const detail = (await app.call('GET', `/api/admin/v1/payment/tiket/${asked.body.data.id}`, { token: admin.token })).body.data
  expect(detail).toMatchObject({
    payto: { accountname: 'Nama Sendiri', namadibank: name },
    situation: { accounts: [{ accountname: 'Nama Sendiri', namadibank: name }] },
  })
})

test('the nightly job asks the banks for the owners of unverified accounts, except new and removed accounts', async () => {
  const who = await app.member()
  const came = async (accountno: string, columns: object = {}) =>
    app.tables
      .insertInto('bank_account')
      .values({ member_id: who.id, bank_code: '01', account_no: accountno, account_name: 'Nama Sendiri', ...columns })
      .returning('id')
      .executeTakeFirstOrThrow()
  const long = new Date(Date.now() - 3 * 86_400_000)
  const old = await came('8290123401', { created_at: long })
  const fresh = await came('8290123402')
  const gone = await came('8290123403', { created_at: long, archived_at: new Date() })
  await runJob(app, 'request-account-owners')
  await expect.poll(async () => (await account(who, Number(old.id))).dicek).not.toBeNull()
  expect((await account(who, Number(fresh.id))).dicek).toBeNull()
  expect(await app.tables.selectFrom('bank_account').select('bank_said_at').where('id', '=', gone.id).execute()).toEqual([
    { bank_said_at: null },
  ])
})

test('an account that its bank does not know is shown as unknown, and the bank is not asked about it again', async () => {
  const who = await app.member()
  const id = await add(who, '8290120000')
  await expect.poll(async () => (await account(who, id)).dicek).not.toBeNull()
  const { dicek, namadibank } = await account(who, id)
  expect(namadibank).toBeNull()
  await runJob(app, 'request-account-owner', { id: String(id) })
  expect(await account(who, id)).toMatchObject({ dicek, namadibank: null })
})
