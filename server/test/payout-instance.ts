import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from './app.ts'
import { askCashOut, deposit, processCashOut } from './money.ts'
import { runJob } from './run-job.ts'

/** A payout that the provider has accepted. */
export interface Taken {
  /** The id of its cash-out. */
  id: bigint
  reference: string
}

/** The final states of a payout, by their names at the provider and in Lapak. */
const endings = { SUCCEEDED: 'succeeded', FAILED: 'failed', REVERSED: 'reversed' } as const
type Ending = keyof typeof endings

interface Asking {
  by?: TestMember
  description?: string
  /** The reference of the failed payout that this request follows. */
  after?: string
}

const secretKey = 'xnd_test_1'
const callbackToken = 'token-of-callbacks'

/** An instance that pays cash-outs by the payment provider, with two administrators. */
export class PayoutInstance {
  readonly app: TestApp
  readonly provider: GatewaySimulator
  readonly settings: Record<string, string>
  /** Authenticates the provider's callbacks. */
  readonly callbackToken = callbackToken
  readonly ayu: TestMember
  readonly bima: TestMember

  private constructor(app: TestApp, provider: GatewaySimulator, settings: Record<string, string>, admins: [TestMember, TestMember]) {
    this.app = app
    this.provider = provider
    this.settings = settings
    ;[this.ayu, this.bima] = admins
  }

  static async start(more: Record<string, string> = {}): Promise<PayoutInstance> {
    const provider = await startGateway({ secretKey, callbackToken })
    const settings = {
      DATABASE_POOL: '6',
      GATEWAY: 'xendit',
      XENDIT_SECRET_KEY: secretKey,
      XENDIT_CALLBACK_TOKEN: callbackToken,
      XENDIT_URL: provider.url,
      XENDIT_DISBURSE: '1',
      ...more,
    }
    const app = await startTestApp(settings)
    provider.shop = app.url
    const [ayu, bima] = [
      await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] }),
      await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] }),
    ]
    return new PayoutInstance(app, provider, settings, [ayu, bima])
  }

  stop = async () => {
    await this.app.stop()
    await this.provider.close()
  }

  /** A cash-out from a balance that has Rp 50.000 more, not processed yet. */
  requested = ({ id: owner }: Pick<TestMember, 'id'>, app = this.app, amount = 150_000n): Promise<bigint> =>
    app.db.transaction(async (tx) => {
      await deposit(tx, owner, amount + 50_000n)
      return askCashOut(tx, owner, amount)
    })

  /** The same, processed and not paid yet. */
  cashOut = async (owner: Pick<TestMember, 'id'>, app = this.app, amount = 150_000n): Promise<bigint> => {
    const id = await this.requested(owner, app, amount)
    await app.db.transaction((tx) => processCashOut(tx, id))
    return id
  }

  /** A request of an administrator about a ticket. */
  send = (method: string, path: string, body: Json, by = this.ayu): Promise<Answer> =>
    this.app.call(method, `/api/admin/v1/payment/tiket/${path}`, { token: by.token, body })

  payOut = (id: bigint, { by, description = 'Bayar pagi ini', after }: Asking = {}) =>
    this.send('POST', `${id}/payout`, { description, ...(after !== undefined && { after }) }, by)
  approve = (id: bigint, by = this.bima) => this.send('POST', 'approve', { id: Number(id), description: 'Transfer BCA 12' }, by)
  reject = (id: bigint, by = this.ayu) => this.send('PATCH', `update/${id}/3`, { description: 'Salah rekening' }, by)
  giveBack = (id: bigint, by = this.ayu) => this.send('PATCH', `update/${id}/4`, { description: 'Bank mengembalikan' }, by)
  callLost = (id: bigint, by = this.ayu) => this.send('POST', `${id}/payout/lost`, { description: 'Tidak ada di dasbor' }, by)
  /** The second administrator approves the open request for this ticket. */
  agree = async (id: bigint, by = this.bima): Promise<Answer> => {
    const { decision } = (await this.detail(id)).ticket
    const body = { yes: true, reason: 'Sudah dicek' }
    return this.app.call('POST', `/api/admin/v1/decisions/${decision.id}`, { token: by.token, body })
  }
  detail = async (id: bigint): Promise<Json> =>
    (await this.app.call('GET', `/api/admin/v1/payment/tiket/${id}`, { token: this.ayu.token })).body.data

  payouts = (id: bigint) => this.app.db.read.selectFrom('payout').selectAll().where('cash_out_id', '=', id).orderBy('number').execute()
  newest = async (id: bigint) => (await this.payouts(id)).at(-1)
  referenceOf = async (id: bigint) => (await this.newest(id))?.reference ?? ''
  cashOutOf = (id: bigint) => this.app.db.read.selectFrom('cash_out').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  stateOf = async (id: bigint) => (await this.cashOutOf(id)).state

  /** Waits until the newest payout has this state. */
  became = (id: bigint, state: string) => expect.poll(async () => (await this.newest(id))?.state).toBe(state)

  /** A payout that was requested and has not ended. */
  underWay = async (owner: TestMember): Promise<Taken> => {
    const id = await this.cashOut(owner)
    await this.payOut(id)
    await this.became(id, 'waits')
    return { id, reference: await this.referenceOf(id) }
  }

  /** The bank ends the payout, and the provider reports it. */
  ends = async ({ id, reference }: Taken, ending: Ending, failure?: string): Promise<void> => {
    this.provider.endPayout(reference, ending, failure)
    expect(await this.provider.sendPayoutCallbacks(reference)).toEqual([200])
    await this.became(id, endings[ending])
  }

  ended = async (owner: TestMember, ending: Ending, failure?: string): Promise<Taken> => {
    const taken = await this.underWay(owner)
    await this.ends(taken, ending, failure)
    return taken
  }

  /** A payout that never reached the provider: the provider did not know it for an hour, and an administrator declared it lost. */
  lost = async (owner: TestMember): Promise<Taken> => {
    const id = await this.cashOut(owner)
    this.provider.mood = 'stranger'
    await this.payOut(id)
    await this.became(id, 'unknown')
    this.provider.mood = 'answers'
    await this.watch()
    await this.missingForAnHour(id)
    expect((await this.callLost(id)).status).toBe(200)
    return { id, reference: await this.referenceOf(id) }
  }

  /** With the line of the audit that the first query writes. */
  missingForAnHour = async (id: bigint) => {
    const since = new Date(Date.now() - 3_700_000)
    const rows = await this.app.tables
      .updateTable('payout')
      .set({ missing_since: since })
      .where('cash_out_id', '=', id)
      .returning('reference')
      .execute()
    for (const { reference } of rows)
      await this.app.tables
        .insertInto('audit')
        .values({
          event: 'payout.missing',
          address: '',
          subject_kind: 'cash_out',
          subject: String(id),
          after: { reference, since: since.toISOString() },
        })
        .execute()
  }

  /** Simulates the next check of open payouts at the provider. */
  watch = async () => {
    await this.dueNow()
    await this.doneWithJobs()
  }

  dueNow = async () => {
    await this.app.tables
      .updateTable('payout')
      .set({ due_at: new Date(0), updated_at: new Date(0) })
      .where('due_at', 'is not', null)
      .execute()
    await runJob(this.app, 'continue-payouts')
  }

  /** Checks the payout, and delays the provider's answer until the returned function is called. */
  askSlowly = async ({ reference }: Taken): Promise<() => void> => {
    const { asked, release } = this.provider.holdAnswer(reference)
    await this.dueNow()
    await asked
    return release
  }

  /** Checks the payout; the provider answers at once that it is still waiting. */
  askAgain = async ({ id }: Taken): Promise<void> => {
    await this.dueNow()
    await expect.poll(async () => (await this.newest(id))?.updated_at.getTime()).toBeGreaterThan(0)
  }

  /** Simulates that this many hours have passed since the payout ended, without a check in between. */
  lookAfter = async (id: bigint, hours: number) => {
    const passed = sql<string>`${hours} * interval '1 hour'`
    await this.app.tables
      .updateTable('payout')
      .set({ updated_at: sql<Date>`updated_at - ${passed}`, look_at: sql<Date>`look_at - ${passed}` })
      .where('cash_out_id', '=', id)
      .execute()
    await runJob(this.app, 'recheck-ended-payouts')
    await this.doneWithJobs()
  }

  /** Waits until all jobs of the worker are done. */
  doneWithJobs = () =>
    expect
      .poll(
        async () =>
          (await sql`select from graphile_worker.jobs where task_identifier in ('send-payout', 'check-payout')`.execute(this.app.tables))
            .rows.length,
      )
      .toBe(0)

  /** Final reports of the provider about payouts that had already ended in another way. */
  contradictions = async (id: bigint): Promise<unknown[]> => {
    const rows = await this.app.db.read
      .selectFrom('audit')
      .select('after')
      .where('event', '=', 'payout.contradicted')
      .where('subject', '=', String(id))
      .orderBy('id')
      .execute()
    return rows.map(({ after }) => (after as { said: string }).said)
  }

  booksHold = async () => expect(await checkLedger(this.app.db)).toEqual([])
}
