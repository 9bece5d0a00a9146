import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'

/** Checks of a payout that must be repeated after it was locked: in each test, a concurrent transaction has the lock first and changes the payout. */

let instance: PayoutInstance
let member: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.app.member()
})

type Tables = TestApp['tables']

const holdPayout = (tx: Tables, cashOut: bigint) => tx.selectFrom('payout').select('id').where('cash_out_id', '=', cashOut).forUpdate()

test('a payout that two jobs process concurrently is sent once', async () => {
  const id = await instance.cashOut(member)
  await instance.provider.goDown()
  await instance.payOut(id)
  await expect.poll(async () => (await instance.newest(id))?.sends).toBe(1)
  await instance.became(id, 'new')
  await instance.provider.comeUp()
  await instance.app.tables.transaction().execute(async (tx) => {
    const payout = await holdPayout(tx, id).executeTakeFirstOrThrow()
    for (const _ of [1, 2])
      await sql`select graphile_worker.add_job('send-payout', json_build_object('id', ${String(payout.id)}::text))`.execute(
        instance.app.tables,
      )
    await lockedOut(instance.app, 2)
  })
  await instance.became(id, 'waits')
  await instance.doneWithJobs()
  expect(instance.provider.payout(await instance.referenceOf(id))).toMatchObject({ asked: 1 })
  expect(await instance.newest(id)).toMatchObject({ sends: 2 })
})

test('an answer about a payout locks the cash-out first, so it waits for a concurrent decision about that cash-out', async () => {
  const taken = await instance.underWay(member)
  await instance.app.tables.transaction().execute(async (tx) => {
    await tx.selectFrom('cash_out').select('id').where('id', '=', taken.id).forUpdate().execute()
    instance.provider.endPayout(taken.reference, 'SUCCEEDED')
    await instance.provider.sendPayoutCallbacks(taken.reference)
    await lockedOut(instance.app, 1)
    // Marking a payout as lost locks the cash-out first, then the payout.
    await holdPayout(tx, taken.id).noWait().execute()
  })
  await instance.became(taken.id, 'succeeded')
  await instance.booksHold()
})

test('a payout that was just sent is not marked as failed when payouts are switched off', async () => {
  const app = await startTestApp(instance.settings, ['http'])
  try {
    const [owner, { token }] = [await app.member(), await app.member({ roles: ['ROLE_ADMIN'] })]
    const id = await instance.cashOut(owner, app)
    const body = { description: 'Bayar pagi ini' }
    expect((await app.call('POST', `/api/admin/v1/payment/tiket/${id}/payout`, { token, body })).status).toBe(200)
    await app.tables.transaction().execute(async (tx) => {
      await holdPayout(tx, id).execute()
      await app.startAnother(['worker'], undefined, { XENDIT_DISBURSE: '0' })
      await lockedOut(app, 1)
      await tx.updateTable('payout').set({ state: 'asking', sends: 1, updated_at: new Date() }).where('cash_out_id', '=', id).execute()
    })
    const jobs = async () => (await sql`select from graphile_worker.jobs where task_identifier = 'send-payout'`.execute(app.tables)).rows
    await expect.poll(async () => (await jobs()).length).toBe(0)
    expect(await app.db.read.selectFrom('payout').select('state').where('cash_out_id', '=', id).executeTakeFirst()).toEqual({
      state: 'asking',
    })
  } finally {
    await app.stop()
  }
})
