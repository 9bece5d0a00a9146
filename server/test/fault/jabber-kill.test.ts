// @module-tag nightly
import { setTimeout as pause } from 'node:timers/promises'
import { startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { xmppPoints } from '#shared/crash-points.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from '../app.ts'
import { botIsOnline, mayOrder, type Person, startXmppInstance, type XmppInstance } from '../xmpp-instance.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'

/** The number of restarts of the XMPP server: 50 in the nightly run, otherwise 2. */
const stops = process.env.NIGHTLY === '1' ? 50 : 2
const ordersPerStop = 3
const sayAgainMs = 3_000

let instance: XmppInstance
let app: TestApp
let supplier: Awaited<ReturnType<typeof startSupplier>>
let buyer: TestMember
let budi: Person
let lapak: LapakProcess

const price = 1_000n
const deposit = 10_000_000n

beforeAll(async () => {
  instance = await startXmppInstance()
  // A worker that is not killed sends the orders: an order whose worker is killed may rightly fail, which kill.test.ts covers.
  app = await startTestApp({ UNDER_WAY_MS: '400', ...instance.environment }, ['worker'])
  await app.setting('jabber.commandsPerMinute', 10_000)
  supplier = await startSupplier({ kind: 'irs', credentials: supplierCredentials, reportDelayMs: 20 })
  const seller = await app.seller({ apiUrl: supplier.url })
  buyer = await app.member({ name: 'Toko Maju', balance: deposit })
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'P1' }), price }))
  budi = await instance.person('budi')
  await mayOrder(app, buyer, budi.jid)
})
afterAll(async () => {
  lapak?.signal('SIGTERM')
  await lapak?.end
  await app?.stop()
  await supplier?.close()
  await instance?.stop()
})

const start = () => startLapakProcess({ databaseUrl: app.databaseUrl, roles: ['xmpp'], environment: instance.environment })

let serial = 0
/** How often each order was sent. Lapak also answers a repeated order, with its current state. */
const sendCounts = new Map<string, number>()

async function sayOrder(reference: string) {
  const number = reference.slice(2).padStart(4, '0')
  // Counted before sending, because a send that fails may still have arrived.
  sendCounts.set(reference, (sendCounts.get(reference) ?? 0) + 1)
  await budi.say(`trx.${reference}.P1.0812${number}5678.${buyer.secret}`, { id: reference })
}

async function orderSome(): Promise<string[]> {
  const references: string[] = []
  for (let nth = 0; nth < ordersPerStop; nth++) {
    serial += 1
    const reference = `J-${serial}`
    references.push(reference)
    // Sends again after an error, as client software does that lost its connection.
    await vi.waitFor(() => sayOrder(reference), { timeout: 30_000 })
  }
  return references
}

/** Sends orders that the server lost before storing them again, under the same reference, as client software does. */
async function allThere(references: readonly string[]) {
  let sentAt = Date.now()
  await vi.waitFor(
    async () => {
      const known = await app.db.read.selectFrom('purchase').select('reffclient').where('reffclient', 'in', references).execute()
      if (known.length === references.length) return
      if (Date.now() - sentAt > sayAgainMs) {
        for (const reference of references.filter((one) => !known.some(({ reffclient }) => reffclient === one))) await sayOrder(reference)
        sentAt = Date.now()
      }
      throw new Error('not all are there yet')
    },
    { timeout: 60_000, interval: 100 },
  )
}

/** The final answer of each order arrived, always with the same text. */
async function allHeard(references: readonly string[]) {
  for (const reference of references) {
    await budi.hears(new RegExp(`SUKSES.*R#${reference}$`))
    const lines = new Map(budi.ids.flatMap((id, at) => (budi.heard[at]?.endsWith(`R#${reference}`) ? [[id, budi.heard[at]] as const] : [])))
    const ends = [...lines.values()].filter((line) => line.includes('SUKSES'))
    expect(new Set(ends.map((line) => line.replace(/Saldo: [\d.]+/, ''))).size, 'one and the same end').toBe(1)
    expect(ends.length, 'the end itself, and answers to repeated orders').toBeLessThanOrEqual(sendCounts.get(reference) ?? 0)
  }
}

async function nothingLostOrDoubled() {
  const bought = await app.db.read.selectFrom('purchase').select(['reffclient', 'transactionrc']).orderBy('id').execute()
  expect(new Set(bought.map(({ reffclient }) => reffclient)).size).toBe(serial)
  expect(bought).toHaveLength(serial)
  expect(await app.balance(buyer)).toBe(deposit - BigInt(serial) * price)
  expect(await checkLedger(app.db)).toEqual([])
}

test(`after ${stops} restarts of the XMPP server every order was answered and created one purchase`, {
  timeout: 1_800_000,
}, async () => {
  lapak = await start()
  await botIsOnline(app, instance.bot)
  for (let stop = 0; stop < stops; stop++) {
    const references = await orderSome()
    await pause(Math.random() * 300)
    await instance.prosody.kill()
    await instance.prosody.start()
    await allThere(references)
    await allHeard(references)
  }
  await nothingLostOrDoubled()
})

test.each(xmppPoints)('a process killed at %s answers after its restart, and buys once', { timeout: 300_000 }, async (point) => {
  lapak ??= await start()
  if (lapak.ended) lapak = await start()
  await botIsOnline(app, instance.bot)
  await lapak.arm({ point, nth: 1 })
  const references = await orderSome()
  await lapak.end
  lapak = await start()
  await allHeard(references)
  await nothingLostOrDoubled()
})
