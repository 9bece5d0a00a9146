import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import type { SentOrder } from './traffic.ts'
import { initialDeposit, initialStock, smallTopUp, type World } from './world.ts'

/** Waits until every order is final and every callback is delivered. */
export async function waitUntilSettled({ app }: World, timeoutMs = 120_000): Promise<void> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await sql<{ pending: bigint; waiting: bigint }>`
      select (select count(*) from purchase where transactionrc = 0) as pending, (select count(*) from delivery where state = 0) as waiting`.execute(
      app.db.read,
    )
    const [left] = rows
    if (left?.pending === 0n && left.waiting === 0n) return
    if (Date.now() > until)
      throw new Error(
        `after ${timeoutMs} ms still ${left?.pending} orders pending, ${left?.waiting} callbacks waiting: ${await stuck(app.db.read)}`,
      )
    await pause(15)
  }
}

async function stuck(read: World['app']['db']['read']): Promise<string> {
  const { rows } = await sql`
    select purchase.target, attempt.state, attempt.asks, attempt.claimed_by, attempt.due_at - now() as due, attempt.message
    from purchase join attempt on attempt.purchase_id = purchase.id and attempt.state <= 3 limit 5`.execute(read)
  const { rows: deliveries } = await sql`select id, tries, claimed_by, due_at - now() as due from delivery where state = 0 limit 5`.execute(
    read,
  )
  return JSON.stringify([rows, deliveries], (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

export const booksHold = async ({ app }: World) => expect(await checkLedger(app.db)).toEqual([])

interface Attempt {
  id: bigint
  seller_id: bigint
  state: number
}

interface Purchase {
  id: bigint
  buyer_id: bigint
  seller_id: bigint
  offer_id: bigint
  price: bigint
  fee: bigint
  transactionrc: number
  reffclient: string
  inquiry_id: bigint | null
}

/** Verifies a finished run from outside: the answers to buyers, the deliveries of suppliers, the callbacks that arrived, and the money. */
export async function verifyRun(world: World, orders: readonly SentOrder[]): Promise<void> {
  await booksHold(world)
  const { read } = world.app.db
  const purchases: Purchase[] = await read.selectFrom('purchase').selectAll().execute()
  const attempts: Attempt[] = await read.selectFrom('attempt').select(['id', 'seller_id', 'state', 'purchase_id']).execute()
  const { code: installation } = await read.selectFrom('installation').select('code').executeTakeFirstOrThrow()

  everyAnswerIsTrue(world, orders, purchases)
  sellersDeliveredWhatWasPaid(world, attempts, installation)
  await moneyIsWhereItBelongs(world, purchases)
  await buyersWereNotified(world, purchases)
  const bills = purchases.flatMap(({ inquiry_id }) => inquiry_id ?? [])
  expect(new Set(bills).size, 'a bill was paid twice').toBe(bills.length)
}

const nameOf = (buyerId: bigint, reffclient: string) => `${buyerId} ${reffclient}`

/** Every acknowledged order is stored, refused orders are not stored, and every purchase belongs to an order. */
function everyAnswerIsTrue({ buyers }: World, orders: readonly SentOrder[], purchases: Purchase[]) {
  const acknowledged = orders.filter(({ answer }) => answer?.success === true).map(({ buyer, reffclient }) => nameOf(buyer.id, reffclient))
  expect(orders.filter(({ answer }) => answer === null)).toEqual([])
  expect(orders.filter(({ ids }) => ids.length > 1)).toEqual([])
  expect(purchases.map(({ buyer_id, reffclient }) => nameOf(buyer_id, reffclient)).sort()).toEqual(acknowledged.sort())
  const refusals = orders.filter(({ answer, buyer }) => answer?.success === false && answer.rc !== '60' && buyer !== buyers.at(-1))
  expect(refusals.map(({ body, answer }) => ({ ...body, ...answer }))).toEqual([])
}

/** A successful attempt was sold once and a failed attempt was not sold, and no supplier accepted an order twice. */
function sellersDeliveredWhatWasPaid({ sellers }: World, attempts: Attempt[], installation: string) {
  const wrong: string[] = []
  const known = new Set<string>()
  for (const { id, seller_id, state } of attempts) {
    const reference = `${installation}${id}`
    known.add(reference)
    const supplier = sellers.find(({ member }) => member.id === seller_id)?.supplier
    const order = supplier?.orders.get(reference)
    const sales = supplier?.salesOf(reference) ?? 0
    // If a supplier reports success and then failure, Lapak believes the first report that arrives. The report of the success may have been sent
    // while Lapak was down.
    const believed = order?.behaviour === 'contradicting-reports' && state === 5
    if (sales !== (state === 4 ? 1 : 0) && !believed)
      wrong.push(`attempt ${id} (${supplier?.kind} ${order?.behaviour}) is in state ${state} and was sold ${sales} times`)
    // An IRS supplier is queried by sending the order again, so for IRS only the sales are counted. Refused orders are not counted.
    const taken = supplier?.kind === 'irs' ? 0 : (order?.received ?? 0)
    if (taken > 1) wrong.push(`attempt ${id} was ordered ${taken} times`)
  }
  for (const { supplier } of sellers)
    for (const reference of supplier.orders.keys()) if (!known.has(reference)) wrong.push(`${reference} was ordered by nobody`)
  expect(wrong).toEqual([])
}

async function moneyIsWhereItBelongs({ app, buyers, sellers, stockedOffer }: World, purchases: Purchase[]) {
  const successes = purchases.filter(({ transactionrc }) => transactionrc === 1)
  const sum = (rows: Purchase[], of: (row: Purchase) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  for (const buyer of buyers) {
    const spent = sum(
      successes.filter(({ buyer_id }) => buyer_id === buyer.id),
      ({ price }) => price,
    )
    expect(await app.balance(buyer), buyer.name).toBe((buyer === buyers.at(-1) ? smallTopUp : initialDeposit) - spent)
  }
  for (const { member } of sellers) {
    const earned = sum(
      successes.filter(({ seller_id }) => seller_id === member.id),
      ({ price, fee }) => price - fee,
    )
    expect(await app.balance(member), member.name).toBe(earned)
  }
  const { remaining } = await app.db.read
    .selectFrom('offer_stock')
    .select('remaining')
    .where('offer_id', '=', stockedOffer)
    .executeTakeFirstOrThrow()
  expect(remaining).toBe(BigInt(initialStock - successes.filter(({ offer_id }) => offer_id === stockedOffer).length))
}

/** The callback of the final state is stored once, delivered at least once, signed, and always has the same id. */
async function buyersWereNotified({ app, receiver }: World, purchases: Purchase[]) {
  const stored = await app.db.read.selectFrom('delivery').select(['purchase_id', 'state']).execute()
  expect(stored.filter(({ state }) => state !== 1)).toEqual([])
  expect(stored.map(({ purchase_id }) => purchase_id).sort()).toEqual(purchases.map(({ id }) => id).sort())

  const heard = new Map<number, { ids: Set<string>; states: Set<number> }>()
  for (const { body, headers, verified } of receiver.received) {
    expect(verified).toBe(true)
    const { data } = JSON.parse(body) as { data: { id: number; transactionrc: number } }
    const of = heard.get(data.id) ?? { ids: new Set(), states: new Set() }
    heard.set(data.id, of)
    of.ids.add(String(headers['webhook-id']))
    of.states.add(data.transactionrc)
  }
  const wrong = purchases.filter(({ id, transactionrc }) => {
    const of = heard.get(Number(id))
    return of === undefined || of.ids.size !== 1 || of.states.size !== 1 || !of.states.has(transactionrc)
  })
  expect(wrong).toEqual([])
}
