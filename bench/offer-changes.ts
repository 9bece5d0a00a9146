import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './database.ts'
import { sendOrder } from './load.ts'
import { BenchError } from './programs.ts'
import { median, type Numbers } from './report.ts'
import { createSessions, p99Of } from './sessions.ts'
import { createWorld, type World } from './world.ts'

interface ChangesSize {
  /** The number of offers of one seller. All of them are changed together. */
  products: number
  rounds: number
  /** Seconds of orders per round, with price changes and again without them. */
  seconds: number
}

interface Lapak {
  address: string
  stop(): Promise<void>
}

const buyers = 200
const seller = 1
const ordersPerSecond = 40

/**
 * Latency of orders while one seller, who serves every fourth buyer, repeatedly changes the prices of all its products, compared with the latency
 * without changes. The two cases alternate at the same rate. Orders are sent at this rate even if answers are slow, so that slow answers cause no
 * pauses.
 */
export async function ordersDuringChanges(
  server: BenchServer,
  { products, rounds, seconds }: ChangesSize,
  { start, say }: { start(database: string): Promise<Lapak>; say(text: string): void },
): Promise<Numbers> {
  const world = await createWorld(server, 'changes', { buyers })
  await addProducts(server, world, products)
  const [token = ''] = await createSessions(server, { ...world, buyers: [{ id: seller, key: '', secret: '' }] })
  const lapak = await start(world.database)
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  try {
    await ordersFor(lapak, world, seconds)
    await changed({ lapak, token, products })
    for (let round = 1; round <= rounds; round += 1) {
      const quiet = await ordersFor(lapak, world, seconds)
      const changing = changeUntilStopped({ lapak, token, products })
      const concurrent = await ordersFor(lapak, world, seconds)
      for (const ms of await changing.stop()) note('offers_change_ms', ms)
      for (const [name, of] of Object.entries({ p50: median, p99: p99Of })) {
        note(`beside_changes_${name}_ms`, of(concurrent))
        note(`beside_changes_${name}_growth`, of(concurrent) / of(quiet))
      }
      say(
        `round ${round}: orders p50 ${median(quiet).toFixed(1)} ms, p99 ${p99Of(quiet).toFixed(1)} ms; while ${products} products change ${median(concurrent).toFixed(1)} and ${p99Of(concurrent).toFixed(1)} ms`,
      )
    }
  } finally {
    await lapak.stop()
  }
  return numbers
}

async function addProducts(server: BenchServer, { database }: World, products: number) {
  await server.sql(
    database,
    `insert into product (code, name, brand_id, category_id) select 'M' || n, 'Produk ' || n, 1, 1 from generate_series(1, ${products}) n;
    insert into offer (seller_id, product_id, supplier_code, buy_price, sell_price) select ${seller}, id, code, 9000, 10000 from product where code like 'M%';
    insert into member_role (member_id, role_id) select ${seller}, id from role where name = 'ROLE_SELLER';
    insert into setting (name, value) values ('access.twoFactorDemanded', '0'), ('offers.changesPerHour', '10000'), ('offers.linesPerHour', '10000000');
    vacuum (analyze)`,
  )
}

/** Durations of the orders in milliseconds, in ascending order. */
async function ordersFor({ address }: Lapak, { buyers: senders }: World, seconds: number): Promise<number[]> {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let nth = 0; nth < seconds * ordersPerSecond; nth += 1) {
    await sleep(began + (nth * 1000) / ordersPerSecond - performance.now())
    sent.push(timed(address, senders[nth % senders.length] as World['buyers'][number], times))
  }
  await Promise.all(sent)
  return times.sort((a, b) => a - b)
}

async function timed(address: string, buyer: World['buyers'][number], times: number[]) {
  const from = performance.now()
  const status = await sendOrder(address, buyer)
  if (status !== 200) throw new BenchError(`an order was answered ${status}`)
  times.push(performance.now() - from)
}

interface Changing {
  lapak: Lapak
  token: string
  products: number
}

/** Changes the prices until `stop` is called, which returns the duration of each change. */
function changeUntilStopped(of: Changing): { stop(): Promise<number[]> } {
  let stopped = false
  const done = (async () => {
    const times: number[] = []
    while (!stopped) times.push(await changed(of))
    return times
  })()
  return {
    stop() {
      stopped = true
      return done
    },
  }
}

let step = 1

/**
 * One price change of all products, as the web app makes it: first a preview, then the change. Prices go up and down in turns, so that they do not
 * drift.
 */
async function changed({ lapak, token, products }: Changing): Promise<number> {
  step = -step
  const ask = async (more: object) => {
    const answer = await fetch(`${lapak.address}/api/v1/seller/product/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ all: true, changes: { harga: { rupiah: 50 * step } }, ...more }),
    })
    const body = (await answer.json()) as { success: boolean; data: { digest: string; changed: number } }
    if (!body.success || body.data.changed < products)
      throw new BenchError(`products were not changed: ${JSON.stringify(body).slice(0, 300)}`)
    return body.data.digest
  }
  const from = performance.now()
  await ask({ preview: false, digest: await ask({ preview: true }) })
  return performance.now() - from
}
