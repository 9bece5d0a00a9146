import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { productionEnvironment, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'

/** A worker without a provider: the provider was set up when the payouts were requested and is no longer set up. */

let instance: PayoutInstance
let app: TestApp
let admin: TestMember

beforeAll(async () => {
  instance = await PayoutInstance.start()
  const { SECRET_KEY } = productionEnvironment
  app = await startTestApp({ ...instance.settings, SECRET_KEY }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(async () => {
  await app?.stop()
  await instance?.stop()
})

const unset = { ...productionEnvironment, GATEWAY: '', XENDIT_SECRET_KEY: '', XENDIT_CALLBACK_TOKEN: '', XENDIT_DISBURSE: '' }

const at = (path: string) => `/api/admin/v1/payment/tiket/${path}`
const send = (path: string, body?: unknown) => app.call(body === undefined ? 'GET' : 'POST', at(path), { token: admin.token, body })
const ticketOf = async (id: bigint) => (await send(String(id))).body.data.ticket
const lost = async (): Promise<number[]> => (await send('lost')).body.data.map((ticket: { id: number }) => ticket.id)

/** A payout in the state that it had when the provider was last reachable, `hours` hours ago. */
async function payout(state: 'asking' | 'unknown' | 'waits', hours: number): Promise<bigint> {
  const id = await instance.cashOut(await app.member(), app)
  expect((await send(`${id}/payout`, { description: 'Bayar pagi ini' })).status).toBe(200)
  const then = new Date(Date.now() - hours * 3_600_000)
  await app.tables
    .updateTable('payout')
    .set({
      state,
      sends: 1,
      created_at: then,
      updated_at: then,
      due_at: then,
      ...(state === 'waits' && { provider_id: 'disb-1', heard_at: then }),
    })
    .where('cash_out_id', '=', id)
    .execute()
  return id
}

describe('a payout whose provider is no longer set up', () => {
  test('stays pending until an administrator ends it, who can do so after some days', async () => {
    const old = [await payout('asking', 73), await payout('unknown', 73), await payout('waits', 73)]
    const young = await payout('waits', 71)
    const worker = await app.startAnother(['worker'], undefined, unset)
    try {
      await runJob(app, 'continue-payouts')
      for (const [index, state] of ['unknown', 'unknown', 'waits'].entries())
        await expect
          .poll(async () => (await ticketOf(old[index] ?? 0n)).payout)
          .toMatchObject({ state, failure: 'penyedia tidak diatur lagi', maybelost: true })
      expect((await ticketOf(young)).payout).toMatchObject({ state: 'waits', maybelost: false })
      expect(await lost()).toEqual(old.map(Number))
      for (const id of old) {
        const byHand = { id: Number(id), description: 'Transfer BCA 12' }
        expect((await send('approve', byHand)).body).toMatchObject({ code: 'cash_out.payout_live' })
        expect((await send(`${id}/payout/lost`, { description: 'Tidak ada di dasbor' })).status).toBe(200)
        expect((await send('approve', byHand)).body.data).toMatchObject({ status: 2 })
      }
      expect(await lost()).toEqual([])
      expect((await send(`${young}/payout/lost`, { description: 'Tidak ada di dasbor' })).body).toMatchObject({ code: 'payout.not_lost' })
      expect(await checkLedger(app.db)).toEqual([])
    } finally {
      await worker.stop()
    }
  })
})

test('a payout that waits for its bank for days cannot be marked as lost while the provider reports it', async () => {
  const { id } = await instance.underWay(await instance.app.member())
  const old = new Date(Date.now() - 4 * 86_400_000)
  await instance.app.tables.updateTable('payout').set({ created_at: old, heard_at: old }).where('cash_out_id', '=', id).execute()
  expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'waits', maybelost: true })
  await instance.watch()
  expect((await instance.detail(id)).ticket.payout).toMatchObject({ state: 'waits', maybelost: false })
  expect((await instance.callLost(id)).body).toMatchObject({ code: 'payout.not_lost' })
})
