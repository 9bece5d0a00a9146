import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './database.ts'
import type { Heard, PagesAsk } from './pages.ts'
import { BenchError, type Daemon, memoryOf, peakMemoryOf, startDaemon } from './programs.ts'
import { median, type Numbers } from './report.ts'
import { createSessions, p99Of } from './sessions.ts'
import { sellers, type World } from './world.ts'

interface SocketsSize {
  rounds: number
  /** Seconds in which orders are sent, per round. */
  seconds: number
  perSecond: number
}

interface Lapak {
  address: string
  pid: number
  stop(): Promise<void>
}

interface Around {
  lapak: Lapak
  world: World
  say(text: string): void
  /** Sends this many orders per second for this many seconds, and waits until all of them are finished. */
  order(seconds: number, perSecond: number): Promise<void>
}

/** PostgreSQL records the time of every commit. The benchmark compares it with the times at which browsers receive the events. */
export const commitClock = { track_commit_timestamp: 'on' }

/** Milliseconds after which an idle process has collected its garbage. */
const restMs = 10_000

/**
 * Opens a realtime connection for every buyer and seller at one process, which also accepts, sends and settles orders. Measures the memory per
 * connection, and the time from the commit that placed or settled an order to the event in its buyer's browser.
 */
export async function pagesDuringOrders(
  server: BenchServer,
  { rounds, seconds, perSecond }: SocketsSize,
  { lapak, world, say, order }: Around,
): Promise<Numbers> {
  const shops = Array.from({ length: sellers }, (_, index) => ({ id: index + 1, key: '', secret: '' }))
  const tokens = await createSessions(server, { ...world, buyers: [...world.buyers, ...shops] })
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  const open = (some: string[]) => openPages(server, { address: lapak.address, tokens: some })
  const perPage = await memoryOfPage(lapak, tokens, open)
  note('sockets_mb_per_connection', perPage)
  say(`${tokens.length} pages: ${(perPage * 1024).toFixed(1)} kB each`)
  await order(seconds, perSecond)
  for (let round = 1; round <= rounds; round += 1) {
    const pages = await open(tokens)
    const since = await server.sql(world.database, 'select clock_timestamp()')
    await order(seconds, perSecond)
    const heard = await pages.close()
    const times = await delays(server, world, since, heard)
    for (const [name, sorted] of Object.entries(times)) {
      note(`sockets_${name}p50_ms`, median(sorted))
      note(`sockets_${name}p99_ms`, p99Of(sorted))
    }
    say(
      `round ${round}: ${times[''].length} orders heard of ${median(times['']).toFixed(1)} ms after they settled, p99 ${p99Of(times['']).toFixed(1)} ms; events ${JSON.stringify(heard.events)}`,
    )
  }
  note('sockets_rss_mb', peakMemoryOf(lapak.pid))
  return numbers
}

/**
 * Growth of the process memory per connected browser. The process was just started and has served only a few connections, so that it contains little
 * more than its code. After many orders, new connections would reuse memory that the process already has, and would seem to cost less.
 */
async function memoryOfPage({ pid }: Lapak, tokens: string[], open: (some: string[]) => ReturnType<typeof openPages>): Promise<number> {
  await (await open(tokens.slice(0, 200))).close()
  await sleep(restMs)
  const before = memoryOf(pid)
  const pages = await open(tokens)
  await sleep(restMs)
  const grown = memoryOf(pid) - before
  await pages.close()
  return grown / tokens.length
}

async function openPages(server: BenchServer, { address, tokens }: Pick<PagesAsk, 'address' | 'tokens'>) {
  const ask = join(server.folder, 'pages.json')
  const heard = join(server.folder, 'heard.json')
  await writeFile(ask, JSON.stringify({ address, tokens, heard } satisfies PagesAsk))
  const pages: Daemon<{ connected: number }> = await startDaemon(
    [process.execPath, join(import.meta.dirname, 'pages.ts'), ask],
    'connected',
  )
  if (pages.ready.connected !== tokens.length) throw new BenchError(`${pages.ready.connected} of ${tokens.length} pages are connected`)
  return {
    async close(): Promise<Heard> {
      await pages.stop()
      const result = JSON.parse(await readFile(heard, 'utf8')) as Heard
      if (result.broken > 0) throw new BenchError(`${result.broken} pages lost their line`)
      return result
    },
  }
}

/**
 * Milliseconds from the commit to the event in the browser, in ascending order, separately for settled and for placed orders. Throws if a settled
 * order has no event.
 */
async function delays(server: BenchServer, world: World, since: string, { purchases }: Heard): Promise<Record<'' | 'taken_', number[]>> {
  // Ledger entries are never updated, so their xmin is the transaction in which the order was placed or settled.
  const rows = await server.sql(
    world.database,
    `select attempt.purchase_id, (entry.event = 'purchase.settled')::int, extract(epoch from pg_xact_commit_timestamp(entry.xmin)) * 1000
    from entry join attempt on attempt.id = entry.reference
    where entry.leg = 1 and entry.event in ('purchase.held', 'purchase.settled') and entry.at >= '${since}'`,
  )
  const heardAt = new Map(purchases.map(([id, state, at]) => [`${id} ${state}`, at]))
  const times = { '': [] as number[], taken_: [] as number[] }
  for (const row of rows.split('\n').filter(Boolean)) {
    const [id, settled, committed] = row.split('|')
    const at = heardAt.get(`${id} ${settled}`)
    if (at !== undefined) times[settled === '1' ? '' : 'taken_'].push(at - Number(committed))
    // If an order was settled at once, its buyer may receive only one event, which shows the final state.
    else if (settled === '1') throw new BenchError(`nobody was told that ${id} is settled`)
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b)
  if (times[''].length === 0 || (times[''][0] ?? 0) < 0) throw new BenchError('pages heard of orders before they were settled, or of none')
  return times
}
