// @module-tag nightly
import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Crash, payoutPoints } from '#shared/crash-points.ts'
import { startTestApp, type TestApp, type TestMember } from '../app.ts'
import { askCashOut, deposit, processCashOut } from '../money.ts'
import { runJob } from '../run-job.ts'
import { EndedEarly, type LapakProcess, startLapakProcess } from './lapak-process.ts'

/**
 * SIGKILL while the provider is asked for payouts. The next process checks payouts that may have been sent and never sends them again, so the
 * provider gets each payout at most once, and each cash-out has the state that the provider reports.
 */
const keys = { secretKey: 'xnd_test_1', callbackToken: 'token-of-callbacks' }

let provider: GatewaySimulator
let app: TestApp
let admin: TestMember
let settings: Record<string, string>
let lapak: LapakProcess | undefined

beforeAll(async () => {
  provider = await startGateway(keys)
  settings = {
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: keys.secretKey,
    XENDIT_CALLBACK_TOKEN: keys.callbackToken,
    XENDIT_URL: provider.url,
    XENDIT_DISBURSE: '1',
  }
  app = await startTestApp({ DATABASE_POOL: '4', ...settings }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterEach(async () => {
  lapak?.signal('SIGKILL')
  await lapak?.end
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

async function cashOut(): Promise<bigint> {
  const { id: member } = await app.member()
  return app.db.transaction(async (tx) => {
    await deposit(tx, member, 200_000n)
    const id = await askCashOut(tx, member, 150_000n)
    await processCashOut(tx, id)
    return id
  })
}

const payOut = (id: bigint) =>
  app.call('POST', `/api/admin/v1/payment/tiket/${id}/payout`, { token: admin.token, body: { description: 'Bayar pagi ini' } })
const payouts = (ids: bigint[]) => app.db.read.selectFrom('payout').selectAll().where('cash_out_id', 'in', ids).orderBy('id').execute()
const start = (fault?: Crash) => startLapakProcess({ databaseUrl: app.databaseUrl, roles: ['worker'], fault, environment: settings })

/** The jobs may start before the worker reports that it is ready. */
async function dieAt(fault: Crash): Promise<void> {
  try {
    lapak = await start(fault)
    expect((await lapak.end).signal).toBe('SIGKILL')
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    expect(error.code).toBe(null)
  }
}

/**
 * Simulates the minutes after which another process takes over open payouts. A check that is still running postpones the time again, so this is
 * repeated until all payouts are final.
 */
async function passTime() {
  await app.tables
    .updateTable('payout')
    .set({ due_at: new Date(0), updated_at: new Date(0) })
    .where('due_at', 'is not', null)
    .execute()
  await runJob(app, 'continue-payouts')
}

/** The nightly run also kills the process at the second pass of the point, while other payouts are under way. */
const passes = process.env.NIGHTLY === '1' ? [1, 2] : [1]

test.each(payoutPoints.flatMap((point) => passes.map((nth) => [point, nth] as const)))(
  'after a kill at %s, pass %d, no payout is requested twice and none is lost',
  async (point, nth) => {
    const ids = [await cashOut(), await cashOut(), await cashOut()]
    for (const id of ids) expect((await payOut(id)).status).toBe(200)
    await dieAt({ point, nth })
    expect(await checkLedger(app.db)).toEqual([])
    const inDoubt = new Set((await payouts(ids)).filter(({ state }) => state === 'asking').map(({ reference }) => reference))
    if (point !== 'payout.written') expect(inDoubt.size).toBeGreaterThan(0)

    lapak = await start()
    const known = (reference: string) => provider.payout(reference)?.asked ?? 0
    // A payout that the provider does not know stays unknown until an administrator decides; the provider has received all other payouts once. A
    // request that the dead process sent may arrive after its end.
    const rests = ({ reference, state }: { reference: string; state: string }) =>
      known(reference) === 0 ? inDoubt.has(reference) && state === 'unknown' : known(reference) === 1 && state === 'waits'
    const restless = async () => {
      await passTime()
      return (await payouts(ids)).filter((payout) => !rests(payout)).map(({ reference, state }) => `${state} ${known(reference)}`)
    }
    await expect.poll(restless).toEqual([])
    const heard = (await payouts(ids)).filter(({ reference }) => known(reference))
    for (const { reference } of heard) provider.endPayout(reference, 'SUCCEEDED')
    await expect
      .poll(async () => {
        await passTime()
        return (await payouts(ids)).filter(({ state }) => state === 'succeeded').length
      })
      .toBe(heard.length)
    const paid = await app.db.read.selectFrom('cash_out').select('id').where('id', 'in', ids).where('state', '=', 2).execute()
    expect(paid.map(({ id }) => id).sort()).toEqual(heard.map(({ cash_out_id }) => cash_out_id).sort())
    expect(await checkLedger(app.db)).toEqual([])
  },
)
