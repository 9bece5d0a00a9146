import { type BankSimulator, createBank } from '@lapak/simulators/bank'
import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type FlowPoint, flowPoints } from '#shared/crash-points.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../app.ts'
import { codesTo } from '../emails.ts'
import { askCashOut, deposit, showUnmatched } from '../money.ts'
import { runJob } from '../run-job.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'
import { type ReverseProxy, startReverseProxy } from './partner-api.ts'

/**
 * SIGKILL while members request top-ups and cash-outs, while the provider and banks report movements, and while administrators move money. Unanswered
 * requests are repeated to the next process, as pages and providers do: each command is executed once, and the books balance at every moment.
 */
const environment = {
  GATEWAY: 'xendit',
  XENDIT_SECRET_KEY: 'xnd_test_1',
  XENDIT_CALLBACK_TOKEN: 'token-of-callbacks',
  BANKFEED_SECRET: 'rahasia-mutasi-untuk-uji',
}
const account = '8810012345'

let provider: GatewaySimulator
let app: TestApp
let proxy: ReverseProxy
let admin: TestMember
let lapak: LapakProcess | undefined
let serial = 0

beforeAll(async () => {
  provider = await startGateway({ secretKey: environment.XENDIT_SECRET_KEY, callbackToken: environment.XENDIT_CALLBACK_TOKEN })
  proxy = await startReverseProxy()
  provider.shop = proxy.url
  app = await startTestApp({ ...environment, XENDIT_URL: provider.url, DATABASE_POOL: '4' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.setting('cashOut.fromHour', 0)
  await app.setting('cashOut.untilHour', 24)
  await app.tables.updateTable('payment_method').set({ account_no: account }).where('channel', '=', 'transfer').execute()
  await app.db.transaction((tx) => deposit(tx, admin.id, 5_000_000n, { bank: '02' }))
})

afterAll(async () => {
  lapak?.signal('SIGKILL')
  await lapak?.end
  await proxy?.close()
  await app?.stop()
  await provider?.close()
})

/** A request that is repeated until it is answered. */
interface Command {
  /** Returns the status; undefined without an answer. */
  say(): Promise<number | undefined>
  /** Checks that the command was executed exactly once. */
  isDone(): Promise<void>
}

const send = (who: TestMember, method: string, path: string, body?: Json): Promise<number | undefined> =>
  fetch(proxy.url + path, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).then(
    ({ status }) => status,
    () => undefined,
  )

const countOf = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length

async function topUp(): Promise<Command> {
  const who = await app.member({ complete: true })
  const tickets = () => app.db.read.selectFrom('top_up').select('id').where('member_id', '=', who.id)
  return {
    say: () => send(who, 'POST', '/api/v1/payment/tiket', { jumlah: 100_000, methode: 1, reffclient: `topup-${serial}` }),
    isDone: async () => expect(await countOf(tickets())).toBe(1),
  }
}

async function cashOut(): Promise<Command> {
  const who = await app.member({ complete: true, roles: ['ROLE_SELLER'], balance: 500_000n })
  const longAgo = new Date(Date.now() - 48 * 3_600_000)
  const values = {
    member_id: who.id,
    bank_code: '01',
    account_no: '8290123456',
    account_name: 'SARI',
    created_at: longAgo,
    updated_at: longAgo,
  }
  const bank = await app.tables.insertInto('bank_account').values(values).returning('id').executeTakeFirstOrThrow()
  const { body: code } = await app.call('GET', '/api/v1/otp?purpose=cash_out', { token: who.token })
  const { phone } = await app.db.read.selectFrom('member').select('phone').where('id', '=', who.id).executeTakeFirstOrThrow()
  const otp = (await codesTo(app, phone ?? '')).at(-1)?.code
  const body = { id: Number(bank.id), amount: 200_000, key: code.data.sid, otp, reffclient: `tarik-${serial}` }
  return {
    say: () => send(who, 'POST', '/api/v1/seller/cashout', body),
    isDone: async () => expect(await app.balance(who)).toBe(300_000n),
  }
}

async function withdrawal(): Promise<Command> {
  const who = await app.member({ complete: true, balance: 500_000n })
  const id = await app.db.transaction((tx) => askCashOut(tx, who.id, 200_000n))
  return {
    // A repeated withdrawal is refused with the current state, because it is already done.
    say: () => send(who, 'DELETE', `/api/v1/seller/cashout/${id}`).then((status) => (status === 409 ? 200 : status)),
    isDone: async () => expect(await app.balance(who)).toBe(500_000n),
  }
}

async function payment(): Promise<Command> {
  const who = await app.member({ complete: true })
  const { body } = await app.call('POST', '/api/v1/payment/invoice', { token: who.token, body: { amount: 100_000 } })
  const { invoice } = body.data
  let paid = false
  return {
    async say() {
      const telling = paid ? provider.sendCallback(invoice) : provider.pay(invoice).then(([status]) => status)
      paid = true
      return telling.catch(() => undefined)
    },
    isDone: async () => expect(await app.balance(who)).toBe(100_000n),
  }
}

async function transfer(): Promise<Command> {
  const who = await app.member({ complete: true })
  const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: who.token, body: { jumlah: 100_000, methode: 1 } })
  const nominal: number = body.data.nominal
  const bank: BankSimulator = createBank({
    url: proxy.url,
    secret: environment.BANKFEED_SECRET,
    code: '01',
    account,
    name: `bank-${serial}`,
    opening: 1_000_000 * serial,
  })
  const row = bank.move(nominal)
  return {
    say: () =>
      bank.deliver([row]).then(
        ({ status }) => status,
        () => undefined,
      ),
    isDone: async () => expect(await app.balance(who)).toBe(BigInt(nominal)),
  }
}

function cashMove(): Command {
  const reffclient = `kas-${serial}`
  const moved = () => app.db.read.selectFrom('cash_transfer').select('id').where('reffclient', '=', reffclient)
  const body = { idsumber: '02', idtujuan: '01', jumlah: 1_000, reffclient }
  return {
    say: () => send(admin, 'POST', '/api/admin/v1/accounts/transfer', body),
    isDone: async () => expect(await countOf(moved())).toBe(1),
  }
}

async function gift(): Promise<Command> {
  const who = await app.member()
  const row = await app.db.transaction((tx) => showUnmatched(tx, '01', 70_000n + BigInt(serial)))
  const { id } = await app.db.read.selectFrom('suspense_item').select('id').where('statement_id', '=', row).executeTakeFirstOrThrow()
  const body = { owner: { memberid: Number(who.id) }, description: 'Lupa membuat tiket' }
  return {
    say: () => send(admin, 'POST', `/api/admin/v1/bank/unmatched/${id}/assign`, body),
    isDone: async () => expect(await app.balance(who)).toBe(70_000n + BigInt(serial)),
  }
}

const wishes: Record<FlowPoint, () => Command | Promise<Command>> = {
  'topup.made': topUp,
  'cash_out.made': cashOut,
  'withdrawal.made': withdrawal,
  'payment.kept': payment,
  'payment.written': payment,
  'payment.settled': payment,
  'rows.stored': transfer,
  'row.written': transfer,
  'row.matched': transfer,
  'cash.moved': cashMove,
  'money.given': gift,
}

/** Returns the running process, or starts a new one if the last one was killed. */
async function running(): Promise<LapakProcess> {
  if (lapak === undefined || lapak.ended) {
    lapak = await startLapakProcess({ databaseUrl: app.databaseUrl, environment: { ...environment, XENDIT_URL: provider.url } })
    proxy.leadTo(lapak.url)
  }
  return lapak
}

/** Simulates the minutes after which the jobs that a dead process had locked are unlocked. */
async function minutesLater() {
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes' where locked_at is not null`.execute(
    app.tables,
  )
  await sql`update graphile_worker._private_job_queues set locked_at = now() - interval '3 minutes' where locked_at is not null`.execute(
    app.tables,
  )
  await runJob(app, 'release-locked-jobs')
}

const isDone = (command: Command) =>
  command.isDone().then(
    () => true,
    () => false,
  )

test.each(flowPoints)('after a kill at %s, every command is executed once and nothing waits for hours', async (point) => {
  serial += 1
  const command = await wishes[point]()
  const first = await running()
  await first.arm({ point, nth: 1 })
  await command.say()
  expect((await first.end).signal).toBe('SIGKILL')
  expect(await checkLedger(app.db)).toEqual([])
  await running()
  expect(await command.say()).toBe(200)
  await minutesLater()
  await expect.poll(() => isDone(command)).toBe(true)
  expect(await checkLedger(app.db)).toEqual([])
})
