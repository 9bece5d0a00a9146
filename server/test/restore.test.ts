/** What must hold after the database was set back to an earlier state: by a restore from a backup, or by a failover to a standby that lagged behind. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Lapak } from '#app.ts'
import { openDatabase } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { type HostileSeller, hostileTemplates, startHostileSeller } from './hostile-seller.ts'
import { type OwnCluster, startOwnCluster } from './own-cluster.ts'

let cluster: OwnCluster
let app: TestApp
let worker: Lapak
let seller: HostileSeller
let buyer: TestMember
let offer: bigint
let serial = 0

beforeEach(async () => {
  seller = await startHostileSeller()
  cluster = await startOwnCluster()
  app = await startTestApp({}, ['http'], cluster.database)
  worker = await app.startAnother(['worker'])
  const member = await app.seller({
    kind: 3,
    apiUrl: seller.url,
    templates: hostileTemplates(seller.url),
  })
  buyer = await app.member({ balance: 10_000_000n })
  const product = await app.product({ code: 'S10' })
  offer = await app.offer({ seller: member, product, price: 10_000n })
  await app.map(buyer, offer)
}, 120_000)

afterEach(async () => {
  await app.stop()
  await seller.close()
})

interface Bought {
  id: number
  target: string
  serialNumber: string | null
}

/** Orders until the order is accepted, as the buyer's software does after a refusal that may be repeated. */
async function order(): Promise<{ id: number; reffclient: string; target: string }> {
  serial += 1
  const [reffclient, target] = [`R${serial}`, `0812${String(3_000_000 + serial)}`]
  const id = await eventually(async () => {
    const { body } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient })
    return body.success ? (body.data.id as number) : null
  })
  return { id, reffclient, target }
}

async function buy(): Promise<Bought> {
  const { id, reffclient, target } = await order()
  return { id, target, serialNumber: await endOf(reffclient) }
}

/** The serial number, once the order has ended. */
async function endOf(reffclient: string): Promise<string | null> {
  const { serialnumber } = await eventually(async () => {
    const row = await app.tables
      .selectFrom('purchase')
      .select(['serialnumber', 'transactionrc'])
      .where('reffclient', '=', reffclient)
      .executeTakeFirst()
    return row !== undefined && row.transactionrc !== 0 ? row : null
  })
  return serialnumber
}

async function eventually<Value>(look: () => Promise<Value | null>): Promise<Value> {
  let last: unknown
  for (const until = Date.now() + 30_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const seen = await look().catch((error) => {
      last = error
      return null
    })
    if (seen !== null) return seen
  }
  throw new Error('it did not happen within 30 seconds', { cause: last })
}

const many = async (count: number) => {
  const bought: Bought[] = []
  for (let nth = 0; nth < count; nth++) bought.push(await buy())
  return bought
}

/** Each serial number was bought for the target of its purchase. */
function expectOwnSerialNumbers(bought: readonly Bought[]) {
  const targetOf = new Map(seller.sold.map(({ target, serialNumber }) => [serialNumber, target]))
  expect(bought.map(({ serialNumber }) => targetOf.get(serialNumber ?? ''))).toEqual(bought.map(({ target }) => target))
}

const run = promisify(execFile)

/** What `npm run restored` prints, and its exit code. */
const restored = (...words: string[]) =>
  run(process.execPath, ['server/src/commands/restored.ts', ...words], { env: { DATABASE_URL: cluster.database.url } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout: stdout + stderr }),
  )

/** Waits until the worker has noticed that commits are lost; then an operator confirms it. Returns the targets of orders that were taken before. */
async function confirmRestore(): Promise<string[]> {
  const early: string[] = []
  await eventually(async () => {
    const target = `0812${4_000_000 + ++serial}`
    const { body } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient: `PROBE${serial}` })
    if (body.success) early.push(target)
    if (body.code !== 'system.maintenance') throw new Error(JSON.stringify(body))
    return true
  })
  expect(await restored()).toMatchObject({ code: 1, stdout: expect.stringMatching(/commits_lost.*are missing/) })
  expect(await restored('--confirm', 'Jurnal suplier sudah dibandingkan')).toMatchObject({ code: 0 })
  expect(await restored()).toEqual({ code: 0, stdout: 'No restore waits for confirmation.\n' })
  return early
}

async function booksHold() {
  const db = await openDatabase({ url: cluster.database.url, pool: 1, onlyReads: true, log: createLog('fatal') })
  expect(await checkLedger(db)).toEqual([])
  await db.close()
}

test('after each restore of the same backup, a seller that knows orders by reference alone delivers no serial number of a lost order', {
  timeout: 120_000,
}, async () => {
  await many(2)
  await cluster.backUp()
  const lost = await many(6)
  await cluster.restore()
  await confirmRestore()
  const lostAgain = await many(6)
  expectOwnSerialNumbers(lostAgain)
  await booksHold()
  await cluster.restore()
  await confirmRestore()
  const bought = await many(6)
  expectOwnSerialNumbers(bought)
  await booksHold()
  const ids = [...lost, ...lostAgain, ...bought].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(seller.sold).toHaveLength(20)
})

test('a running process forgets what it knew of lost commits, and sees every later change', { timeout: 120_000 }, async () => {
  await many(1)
  await cluster.backUp()
  const lostMember = await app.member({ balance: 50_000n })
  await app.map(lostMember, offer)
  const body = { productcode: 'S10', target: '081277777777', reffclient: 'LOST' }
  expect((await app.h2h(lostMember, 'POST', '/h2h/v1/transactions', body)).status).toBe(200)
  await endOf('LOST')
  await cluster.restore()
  await confirmRestore()
  await many(1)
  // The process starts again meanwhile.
  expect(await eventually(async () => (await app.h2h(lostMember, 'POST', '/h2h/v1/transactions', body)).status)).toBe(401)
  await app.tables.updateTable('offer').set({ open: false }).execute()
  await eventually(async () => {
    serial += 1
    const { status } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { ...body, reffclient: `CLOSED${serial}` })
    return status === 200 ? null : status
  })
})

test('an order that was queued at the time of the backup, and delivered in the time that is lost, is not bought a second time', {
  timeout: 120_000,
}, async () => {
  seller.sellsTwice = true
  await many(1)
  await worker.stop()
  const { reffclient, target } = await order()
  await cluster.backUp()
  worker = await app.startAnother(['worker'])
  const serialNumber = await endOf(reffclient)
  await cluster.restore()
  await confirmRestore()
  expect(await endOf(reffclient)).toBe(serialNumber)
  expect(seller.sold.filter((one) => one.target === target)).toHaveLength(1)
  await booksHold()
})

test('a disk that is put back on the same timeline is noticed by the worker that knows of later commits', {
  timeout: 120_000,
}, async () => {
  await many(1)
  await cluster.backUp()
  const lost = await many(3)
  await cluster.putBackDisk()
  const early = await confirmRestore()
  const bought = await many(3)
  // Orders taken before the finding may have the references of lost orders, so their seller was not asked.
  const open = await app.tables
    .selectFrom('purchase')
    .select(['target', 'transactionrc'])
    .where('target', 'in', ['', ...early])
    .execute()
  expect(open.map(({ transactionrc }) => transactionrc)).toEqual(early.map(() => 0))
  expectOwnSerialNumbers(bought)
  const ids = [...lost, ...bought].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  await booksHold()
})

test('a database that was stopped and started again, and lost nothing, goes on without a person and without a jump of numbers', {
  timeout: 120_000,
}, async () => {
  const [before] = await many(1)
  await cluster.restart()
  const [after] = await many(1)
  expect((after?.id ?? 0) - (before?.id ?? 0)).toBeLessThan(100)
})

test('a database that was moved to another cluster waits for an operator, and its numbers continue far ahead', {
  timeout: 120_000,
}, async () => {
  const [before] = await many(1)
  // As in a dump that is restored elsewhere: the rows name the former cluster.
  await sql`alter table database_timeline disable trigger user`.execute(app.tables)
  await sql`update database_timeline set system_identifier = system_identifier - 1`.execute(app.tables)
  await sql`alter table database_timeline enable trigger user`.execute(app.tables)
  await cluster.restart()
  await eventually(async () => ((await restored()).code === 1 ? true : null))
  expect((await restored()).stdout).toMatch(/other_cluster/)
  expect((await restored('--confirm', 'Pindah server, tidak ada yang hilang')).code).toBe(0)
  const [after] = await many(1)
  expect((after?.id ?? 0) - (before?.id ?? 0)).toBeGreaterThan(10 ** 11)
})
