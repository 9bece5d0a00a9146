import { openDatabase } from '../server/src/db/db.ts'
import { type BenchServer, sqlFile } from './database.ts'
import { peakMemoryOf } from './programs.ts'
import { median, type Numbers } from './report.ts'
import { answerOf, type Browsers, createSessions, p99Of, timesOf } from './sessions.ts'
import { createWorld, serverSecrets, type World } from './world.ts'

interface CatalogueSize {
  products: number
  brands: number
  sellers: number
  perProduct: number
}

interface CatalogueRun {
  small: CatalogueSize
  large: CatalogueSize
  rounds: number
  /** Requests per query in a round. */
  requests: number
}

const buyers = 50
const firstSeller = 1001
const connections = 4
const blockedRounds = 9
/** Resolution of the event loop delay monitor in the Lapak process. A reported delay includes one tick of the monitor. */
const tickMs = 10

interface Lapak {
  address: string
  pid: number
  stop(): Promise<void>
}

interface Side extends Browsers {
  name: 'small' | 'large'
  size: CatalogueSize
  world: World
  offers: number
  pid: number
  stop(): Promise<void>
}

const upTo = (count: number) => Math.floor(Math.random() * count)
/** The first brand and the first eight products are those of world.sql. */
const brandOf = ({ brands }: CatalogueSize) => 2 + upTo(brands)
const productOf = ({ products }: CatalogueSize) => 9 + upTo(products)

/** Requests that buyers make before they buy. */
const questions: Record<string, (size: CatalogueSize) => string> = {
  brand: (size) => `/api/v1/product/pricing/bybrand/${brandOf(size)}?size=25&sort=saleprice,ASC`,
  product: (size) => `/api/v1/product/pricing/byprodid/${productOf(size)}?size=50&sort=saleprice,ASC`,
  search_word: () => '/api/v1/product/pricing/cari?size=25&sort=saleprice,ASC&cari=telkomsel%20data',
  search_slip: () => '/api/v1/product/pricing/cari?size=25&sort=saleprice,ASC&cari=telkomsl%20dta',
  search_number: () => '/api/v1/product/pricing/cari?size=25&sort=saleprice,ASC&cari=081234567890',
  search_letter: () => '/api/v1/product/pricing/cari?size=25&sort=saleprice,ASC&cari=a',
  sellers: ({ sellers }) => `/api/v1/supplier?size=20&page=${upTo(sellers / 20)}&sort=sellerid,RAND()`,
  seller_word: () => '/api/v1/supplier/cari?size=20&cari=parahyangan',
  seller_slip: () => '/api/v1/supplier/cari?size=20&cari=parahiyangan',
  seller_page: () => `/api/v1/product/seller/${firstSeller}`,
  mappings: () => `/api/v1/product/mappings?size=25&page=${upTo(12)}&sort=productcode,ASC`,
  orderable: () => '/api/v1/transactions/orderable',
}

/** Sends every query alternately to a small and to a large catalogue, then measures the cost of keeping the large catalogue in memory. */
export async function catalogueLatencies(
  server: BenchServer,
  { small, large, rounds, requests }: CatalogueRun,
  { start, say }: { start(database: string): Promise<Lapak>; say(text: string): void },
): Promise<Numbers> {
  const sides: Side[] = []
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  try {
    for (const [name, size] of Object.entries({ small, large }) as ['small' | 'large', CatalogueSize][]) {
      const { world, offers } = await prepared(server, name, size)
      const tokens = await createSessions(server, world)
      const from = performance.now()
      const lapak = await start(world.database)
      const startMs = performance.now() - from
      note(`catalogue_start_${name}_ms`, startMs)
      sides.push({ name, size, world, offers, tokens, ...lapak })
      say(`catalogue: ${offers} offers, ready after ${startMs.toFixed(0)} ms with ${peakMemoryOf(lapak.pid)} MB`)
    }
    for (const side of sides) for (const name of Object.keys(questions)) await asked(side, name, Math.ceil(requests / 4), connections)
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of Object.keys(questions)) {
        const p99 = { small: 0, large: 0 }
        for (const side of round % 2 === 1 ? sides : sides.toReversed()) {
          const times = await asked(side, name, requests, connections)
          p99[side.name] = p99Of(times)
          note(`${name}_p50_${side.name}_ms`, median(times))
          note(`${name}_p99_${side.name}_ms`, p99[side.name])
          if (side.name === 'large') note(`${name}_blocked_ms`, await blockedBy(side, name, requests / connections))
        }
        note(`${name}_growth`, p99.large / p99.small)
        say(
          `round ${round}: ${name}: p99 ${p99.small.toFixed(1)} ms small, ${p99.large.toFixed(1)} ms large; one blocks for at most ${numbers[`${name}_blocked_ms`]?.at(-1)?.toFixed(1)} ms`,
        )
      }
      for (const side of sides) note(`offer_change_${side.name}_ms`, await untilSeen(server, side))
    }
    note('catalogue_blocked_ms', Math.max(...Object.keys(questions).map((name) => median(numbers[`${name}_blocked_ms`] ?? []))))
    for (const side of sides) note(`catalogue_rss_${side.name}_mb`, peakMemoryOf(side.pid))
  } finally {
    for (const side of sides) await side.stop()
  }
  return numbers
}

async function prepared(server: BenchServer, name: string, size: CatalogueSize): Promise<{ world: World; offers: number }> {
  const world = await createWorld(server, `catalogue_${name}`, { buyers })
  const [{ id: first = 0 } = {}] = world.buyers
  await server.sql(world.database, await sqlFile('catalogue.sql'), {
    products: size.products,
    brands: size.brands,
    sellers: size.sellers,
    per_product: size.perProduct,
    first_seller: firstSeller,
    buyers,
    first,
  })
  // Far above the production limit per member, because only a few members send all searches of this benchmark.
  await server.sql(world.database, "insert into setting (name, value) values ('catalogue.searchesPerMinute', '1000000')")
  await server.sql(world.database, 'vacuum (analyze)')
  return { world, offers: Number(await server.sql(world.database, 'select count(*) from offer')) }
}

const asked = (side: Side, name: string, requests: number, at: number) =>
  timesOf(side, () => questions[name]?.(side.size) ?? '', { requests, connections: at })

/**
 * How long the event loop was blocked while one buyer at a time sent requests. It is the median, over the rounds, of the longest delay in each round,
 * because other processes that use the CPU also delay the event loop.
 */
async function blockedBy(side: Side, name: string, requests: number): Promise<number> {
  const longest: number[] = []
  await longestDelay(side)
  for (let round = 1; round <= blockedRounds; round += 1) {
    await asked(side, name, Math.ceil(requests / blockedRounds), 1)
    longest.push(Math.max(0, (await longestDelay(side)) - tickMs))
  }
  return median(longest)
}

/** The longest delay of the event loop since the previous call, in milliseconds: reading the metric resets it. */
async function longestDelay({ address }: Side): Promise<number> {
  const text = await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${serverSecrets.METRICS_TOKEN}` } })).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(text)?.[1]) * 1000
}

/** The time from the commit of a new price to the first answer that contains it. */
async function untilSeen(server: BenchServer, side: Side): Promise<number> {
  const db = await openDatabase({ url: server.urlOf(side.world.database), pool: 1, log: console })
  try {
    const times: number[] = []
    for (let turn = 1; turn <= 9; turn += 1) {
      const product = productOf(side.size)
      const { id } = await db.read.selectFrom('offer').select('id').where('product_id', '=', BigInt(product)).executeTakeFirstOrThrow()
      const price = 500_000 + upTo(100_000)
      await db.transaction((tx) =>
        tx
          .updateTable('offer')
          .set({ sell_price: BigInt(price), promo_price: null })
          .where('id', '=', id)
          .execute(),
      )
      const from = performance.now()
      while (!(await shows(side, product, price))) await new Promise((resolve) => setTimeout(resolve, 1))
      times.push(performance.now() - from)
    }
    return median(times)
  } finally {
    await db.close()
  }
}

async function shows(side: Side, product: number, sellPrice: number): Promise<boolean> {
  const page = (await answerOf(side, `/api/v1/product/pricing/byprodid/${product}?size=500&sort=saleprice,DESC`)) as {
    content: { sellprice: number }[]
  }
  return page.content.some(({ sellprice }) => sellprice === sellPrice)
}
