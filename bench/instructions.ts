import { chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Placement, placeBatch } from '../server/src/contexts/ordering/purchases/placement/placer.ts'
import { type Database, openDatabase } from '../server/src/db/db.ts'
import { type BenchServer, sqlFile, startBenchServer } from './database.ts'
import { BenchError, commandOf, startBackground, valgrindProgram } from './programs.ts'
import type { Numbers } from './report.ts'
import { createWorld, products, sellers } from './world.ts'

const database = 'counted'
const buyers = 1000
const bills = 5000
/**
 * Numbers of batches in a short and in a long run, by orders per batch. The difference between the two runs is the cost of the additional batches.
 */
const lengths: Record<number, { short: number; long: number }> = { 32: { short: 10, long: 50 }, 256: { short: 4, long: 16 } }

/**
 * Counts how many thousand instructions PostgreSQL executes per placed order. A PostgreSQL server runs under callgrind, which counts the instructions
 * of the backend process that serves the connection of the placement code. The number is the same on every machine and under any load. Full-page
 * images are switched off, because their number depends on the time of the last checkpoint.
 */
export async function instructionCounts(say: (text: string) => void): Promise<Numbers> {
  const valgrind = await valgrindProgram()
  const server = await startBenchServer({ full_page_writes: 'off', fsync: 'off', autovacuum: 'off', io_method: 'sync' })
  try {
    const orders = await prepareOrders(server)
    const { command, runAs } = commandOf(server.pid)
    await server.halt()
    const counts = join(server.folder, 'counts')
    await mkdir(counts)
    await chown(counts, runAs.uid, runAs.gid)
    const counted = startBackground(
      [valgrind, '--tool=callgrind', '--trace-children=yes', `--callgrind-out-file=${counts}/%p`, ...command],
      runAs,
    )
    try {
      await answers(server)
      const numbers: Numbers = {}
      for (const [size, { short, long }] of Object.entries(lengths)) {
        const batch = () => Array.from({ length: Number(size) }, orders)
        await countedRun(server, counts, batch, 2)
        const more = (await countedRun(server, counts, batch, long)) - (await countedRun(server, counts, batch, short))
        const perOrder = more / (long - short) / Number(size) / 1000
        numbers[`pg_kinstr_per_order_${size}`] = [perOrder]
        say(`${perOrder.toFixed(1)} thousand instructions of PostgreSQL per order in batches of ${size}`)
      }
      return numbers
    } finally {
      await counted.stop()
    }
  } finally {
    await server.stop()
  }
}

/** Creates a database with stock and bills. Returns a function that creates the next order. */
async function prepareOrders(server: BenchServer): Promise<() => Placement> {
  await createWorld(server, database, { buyers })
  await server.sql(database, await sqlFile('instructions.sql'), { first: 101, buyers, bills })
  await server.sql(database, 'vacuum (analyze)')
  const rows = await server.sql(
    database,
    `select offer.id, greatest(offer.version, product.version, member.version), product_id, seller_id, sell_price
     from offer join member on member.id = seller_id join product on product.id = product_id order by product_id, seller_id`,
  )
  const offers = rows.split('\n').map((row) => row.split('|').map(BigInt))
  let serial = 0
  let paid = 0
  return () => {
    serial += 1
    const kind = kinds[serial % kinds.length] ?? 'guarded'
    const product = { stocked: 1, bill: 2, plain: 3, guarded: 3 + (serial % (products - 3)) }[kind]
    const [offerId = 0n, offerVersion = 0n, productId = 0n, sellerId = 0n, price = 0n] =
      offers[product * sellers + (serial % sellers)] ?? []
    if (kind === 'bill') paid += 1
    return {
      buyerId: BigInt(101 + ((serial * 7) % buyers)),
      reffclient: `INV/2025/${serial}`,
      productId,
      productCode: `S${productId}`,
      target: `0812${String(serial).padStart(8, '0')}`,
      targetKind: 'mobile',
      counter: 1,
      offerId,
      offerVersion,
      stocked: kind === 'stocked',
      sellerId,
      price,
      fee: 0n,
      amount: null,
      maxprice: null,
      inquiryId: kind === 'bill' ? BigInt(paid) : null,
      pinned: false,
      channel: 1,
      callbackUrl: null,
      guardMinutes: kind === 'plain' ? 0 : 5,
    }
  }
}

/**
 * The mix of orders as in production: most orders have a double-order guard, some do not, some are for products with limited stock, and some pay
 * bills.
 */
const kinds = ['guarded', 'guarded', 'stocked', 'guarded', 'plain', 'guarded', 'bill', 'guarded'] as const

const open = (server: BenchServer): Promise<Database> =>
  openDatabase({ url: server.urlOf(database), pool: 1, fastPool: 1, log: { error: (details, message) => console.error(message, details) } })

/** The number of instructions that the backend process of one connection executed from its start to its end. */
async function countedRun(server: BenchServer, counts: string, batch: () => Placement[], batches: number): Promise<number> {
  const db = await open(server)
  const [backend] = await db.fast.run<{ pid: number }>({ name: 'pid', text: 'select pg_backend_pid() as pid' }, [])
  for (let done = 0; done < batches; done += 1) {
    const placed = await placeBatch(db.fast, batch(), { skipLocked: false, notify: true })
    const other = placed.find((one) => typeof one === 'symbol' || one.verdict !== 'placed')
    if (other !== undefined) throw new BenchError(`an order was not placed: ${String(typeof other === 'symbol' ? other : other.verdict)}`)
  }
  await db.close()
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const text = await readFile(join(counts, String(backend?.pid)), 'utf8').catch(() => '')
    const total = /^totals: (\d+)$/m.exec(text)?.[1]
    if (total !== undefined) return Number(total)
  }
  throw new BenchError('callgrind did not tell what a backend executed')
}

async function answers(server: BenchServer) {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(500)) {
    if ((await server.sql(database, 'select 1').catch(() => '')) === '1') return
  }
  throw new BenchError('PostgreSQL did not answer under valgrind')
}
