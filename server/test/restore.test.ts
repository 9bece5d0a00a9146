/** What must hold after the database was set back to an earlier state: by a restore from a backup, or by a failover to a standby that lagged behind. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { type OwnCluster, startOwnCluster } from './own-cluster.ts'

let cluster: OwnCluster
let app: TestApp
let seller: HostileSeller
let buyer: TestMember
let offer: bigint
let serial = 0

beforeEach(async () => {
  seller = await startHostileSeller()
  cluster = await startOwnCluster()
  app = await startTestApp({}, ['http', 'worker'], cluster.database)
  const member = await app.seller({
    kind: 3,
    apiUrl: seller.url,
    templates: {
      order: `${seller.url}/?ref=[refid]&to=[tujuan]&product=[kodeproduk]`,
      status: `${seller.url}/?ref=[refid]&to=[tujuan]&product=[kodeproduk]`,
    },
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

interface HostileSeller {
  url: string
  /** What was sold, by our reference. */
  sold: Map<string, { target: string; serialNumber: string }>
  close(): Promise<void>
}

/** Knows an order by its reference alone, and repeats what it sold under that reference, whatever target is asked for. */
async function startHostileSeller(): Promise<HostileSeller> {
  const sold: HostileSeller['sold'] = new Map()
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://seller').searchParams
    const reference = query.get('ref') ?? ''
    const known = sold.get(reference) ?? { target: query.get('to') ?? '', serialNumber: `SN${9_000_001 + sold.size}` }
    sold.set(reference, known)
    response.end(JSON.stringify({ status: 'Sukses', ref_id: reference, sn: known.serialNumber }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sold,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Bought {
  id: number
  target: string
  serialNumber: string | null
}

/** Orders until the order is accepted, as the buyer's software does after a refusal that may be repeated, and waits for its end. */
async function buy(): Promise<Bought> {
  serial += 1
  const [reffclient, target] = [`R${serial}`, `0812${String(3_000_000 + serial)}`]
  const id = await eventually(async () => {
    const { body } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient })
    return body.success ? (body.data.id as number) : null
  })
  const { serialnumber } = await eventually(async () => {
    const row = await app.tables
      .selectFrom('purchase')
      .select(['serialnumber', 'transactionrc'])
      .where('reffclient', '=', reffclient)
      .executeTakeFirst()
    return row !== undefined && row.transactionrc !== 0 ? row : null
  })
  return { id, target, serialNumber: serialnumber }
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
  const targetOf = new Map([...seller.sold.values()].map(({ target, serialNumber }) => [serialNumber, target]))
  expect(bought.map(({ serialNumber }) => targetOf.get(serialNumber ?? ''))).toEqual(bought.map(({ target }) => target))
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
  const lostAgain = await many(6)
  expectOwnSerialNumbers(lostAgain)
  await booksHold()
  await cluster.restore()
  const bought = await many(6)
  expectOwnSerialNumbers(bought)
  await booksHold()
  const ids = [...lost, ...lostAgain, ...bought].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(seller.sold.size).toBe(20)
})

test('a running process forgets what it knew of lost commits, and sees every later change', { timeout: 120_000 }, async () => {
  await many(1)
  await cluster.backUp()
  const lostMember = await app.member({ balance: 50_000n })
  await app.map(lostMember, offer)
  const body = { productcode: 'S10', target: '081277777777', reffclient: 'LOST' }
  expect((await app.h2h(lostMember, 'POST', '/h2h/v1/transactions', body)).status).toBe(200)
  await cluster.restore()
  await many(1)
  expect((await app.h2h(lostMember, 'POST', '/h2h/v1/transactions', body)).status).toBe(401)
  await app.tables.updateTable('offer').set({ open: false }).execute()
  await eventually(async () => {
    serial += 1
    const { status } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { ...body, reffclient: `CLOSED${serial}` })
    return status === 200 ? null : status
  })
})
