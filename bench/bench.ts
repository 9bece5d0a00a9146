/*
 * npm run bench: measures the speed and correctness of order placement, compared with pgbench on the same server in the same minutes. See README.md.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogueLatencies } from './catalogue.ts'
import { type BenchServer, startBenchServer } from './database.ts'
import { guardCosts } from './guard.ts'
import { instructionCounts } from './instructions.ts'
import { storeResult } from './kept.ts'
import {
  allDelivered,
  countDoubleSales,
  type Lapak,
  runResults,
  type Simulators,
  simulatorUrls,
  startServer,
  startSimulators,
  verifyBooks,
  verifyOrders,
} from './lapak.ts'
import { listLatencies } from './lists.ts'
import { sendOrder, sendOrders } from './load.ts'
import { ordersDuringChanges } from './offer-changes.ts'
import {
  BenchError,
  cpuOf,
  cpuOfEnded,
  cpuOfFamily,
  cpuOfMachine,
  type Daemon,
  postgresProgram,
  runProgram,
  startDaemon,
} from './programs.ts'
import { type Block, costOf, median, mediansOf, type Numbers, printAims, printBlocks, printSums } from './report.ts'
import { commitClock, pagesDuringOrders } from './sockets.ts'
import { statementLatencies } from './statements.ts'
import { steadyCosts } from './steady.ts'
import { webBench } from './web.ts'
import { addHistory, createWorld, type World } from './world.ts'

const quick = process.argv.includes('--quick')
/** Compares the cost of an order with the stored cost (`--guard`). This run does not store results. */
const guards = process.argv.includes('--guard')
const statements = process.argv.includes('--statements')
/** `--sockets` is the same as `--only=sockets`. */
const alone = ['instructions', 'sockets', 'steady'].filter((name) => process.argv.includes(`--${name}`))
const only =
  process.argv
    .find((argument) => argument.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',') ?? (alone.length > 0 ? alone : quick || guards ? ['steady'] : undefined)
const size = quick
  ? { repeats: 1, seconds: 5, warmUp: 3, tpcb: 4, scale: 50, buyers: 5000, stored: [20_000, 400_000], latencyRounds: 2, heldRounds: 1 }
  : { repeats: 5, seconds: 6, warmUp: 3, tpcb: 4, scale: 50, buyers: 5000, stored: [100_000, 5_000_000], latencyRounds: 5, heldRounds: 3 }
const listsSize = quick
  ? ({ stored: [20_000, 400_000], rounds: 2, requests: 400 } as const)
  : ({ stored: [100_000, 10_000_000], rounds: 5, requests: 2000 } as const)
const statementsSize = quick
  ? ({ stored: [20_000, 400_000], rounds: 2, requests: 200 } as const)
  : ({ stored: [100_000, 10_000_000], rounds: 5, requests: 1000 } as const)
const catalogueSize = {
  small: { products: 100, brands: 12, sellers: 100, perProduct: 29 },
  large: quick
    ? { products: 2000, brands: 100, sellers: 400, perProduct: 25 }
    : { products: 10_000, brands: 200, sellers: 1000, perProduct: 25 },
  ...(quick ? { rounds: 1, requests: 200 } : { rounds: 3, requests: 200 }),
}
const changesSize = { products: 5_000, ...(quick ? { rounds: 2, seconds: 8 } : { rounds: 5, seconds: 20 }) }
const socketsSize = { pages: 5_000, perSecond: 300, ...(quick ? { rounds: 1, seconds: 10 } : { rounds: 3, seconds: 30 }) }
const steadySize = {
  buyers: 5000,
  seconds: 30,
  ...(quick ? { rounds: 1, warmUp: 10, yardstick: 5 } : { rounds: 3, warmUp: 30, yardstick: 15 }),
}
const ofOrders = ['tpcb', 'place', 'hot', 'cold', 'finished']
/** The wallet stays locked for this many seconds, which is longer than one block of orders and its preparation take. */
const heldSeconds = 10

const blocks: Block[] = []
const begun = performance.now()

const say = (text: string) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const wanted = (name: string) => only === undefined || only.includes(name)

/** Measures the CPU usage of each process while `work` runs, in shares of one CPU. `others` is the sum of all other processes on the machine. */
class Usage {
  readonly #server: BenchServer
  readonly #pids: Record<string, number>
  readonly #load: string
  cpu: Record<string, number> = {}

  constructor(server: BenchServer, load: string, pids: Record<string, number> = {}) {
    this.#server = server
    this.#pids = pids
    this.#load = load
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const from = performance.now()
    const before = await this.#read()
    const result = await work()
    const after = await this.#read()
    const seconds = (performance.now() - from) / 1000
    const used = Object.entries(after).map(([name, cpu]) => [name, (cpu - (before[name] ?? 0)) / seconds] as const)
    const ours = used.filter(([name]) => name !== 'others').reduce((sum, [, share]) => sum + share, 0)
    this.cpu = Object.fromEntries(used.map(([name, share]) => [name, Math.round((name === 'others' ? share - ours : share) * 100) / 100]))
    return result
  }

  async #read(): Promise<Record<string, number>> {
    const pids = Object.entries(this.#pids).map(([name, pid]) => [name, cpuOf(pid)])
    return {
      postgres: await cpuOfFamily(this.#server.pid),
      ...Object.fromEntries(pids),
      [this.#load]: cpuOfEnded(),
      bench: cpuOf('self'),
      others: cpuOfMachine(),
    }
  }
}

async function tpcb(server: BenchServer, round: number): Promise<number> {
  const pgbench = await postgresProgram('pgbench')
  const rates: number[] = []
  for (const clients of [16, 32]) {
    await server.sql('postgres', 'checkpoint')
    const run = [pgbench, '-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(size.tpcb), server.urlOf('tpcb')]
    const usage = new Usage(server, 'pgbench')
    const result = await usage.during(() => runProgram(run))
    const perSecond = Number(/tps = ([\d.]+)/.exec(result)?.[1])
    if (!(perSecond > 0)) throw new BenchError(`pgbench did not say its rate: ${result}`)
    blocks.push({ name: `tpcb ${clients}`, perSecond, cpu: usage.cpu })
    rates.push(perSecond)
  }
  say(`round ${round}: TPC-B ${rates.map((rate) => rate.toFixed(0)).join(' and ')} per second`)
  return Math.max(...rates)
}

/**
 * The 99th percentile, in milliseconds, of TPC-B transactions at half of their maximum rate. Each time is measured from the moment at which the
 * transaction was sent.
 */
async function tpcbP99(server: BenchServer): Promise<number> {
  const rate = median(blocks.filter(({ name }) => name === 'tpcb 32').map(({ perSecond }) => perSecond)) / 2
  const log = join(server.folder, 'tpcb')
  const pace = ['-c', '32', '-j', '2', '-R', String(Math.round(rate)), '-T', String(size.seconds), '-l', `--log-prefix=${log}`]
  await server.sql('postgres', 'checkpoint')
  await runProgram([await postgresProgram('pgbench'), '-n', '-M', 'prepared', ...pace, server.urlOf('tpcb')])
  const times: number[] = []
  for (const file of await readdir(server.folder)) {
    if (!file.startsWith('tpcb.')) continue
    const lines = (await readFile(join(server.folder, file), 'utf8')).split('\n').filter(Boolean)
    await rm(join(server.folder, file))
    // Fields of a line of the pgbench log: client, transaction, microseconds since the scheduled time, script, second, microsecond, microseconds of
    // schedule lag.
    for (const line of lines) {
      const fields = line.split(' ').map(Number)
      times.push(((fields[2] ?? 0) - (fields[6] ?? 0)) / 1000)
    }
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

/** The CPU time of the cheapest TPC-B transaction of the last round, including the load generator. */
const tpcbCost = () =>
  Math.min(
    ...blocks
      .filter(({ name }) => name.startsWith('tpcb'))
      .slice(-2)
      .map(costOf),
  )

/** Starts a server that only reads and answers signed orders. It measures the minimum cost of an order in a Node process. */
async function startEcho(server: BenchServer, buyers: World['buyers']) {
  const secrets = join(server.folder, 'secrets.json')
  await writeFile(secrets, JSON.stringify(Object.fromEntries(buyers.map(({ key, secret }) => [key, secret]))))
  const { pid, ready, stop } = await startDaemon<{ address: string }>(
    [process.execPath, join(import.meta.dirname, 'echo.ts'), secrets],
    'address',
  )
  return { pid, address: ready.address, stop }
}

async function echoing(server: BenchServer, buyers: World['buyers']): Promise<Block> {
  const echo = await startEcho(server, buyers)
  try {
    const send = (seconds: number, usage: Usage) =>
      sendOrders({
        address: echo.address,
        buyers,
        seconds,
        requests: 40_000 * seconds,
        folder: server.folder,
        measure: (work) => usage.during(work),
      })
    await send(1, new Usage(server, 'wrk'))
    const usage = new Usage(server, 'wrk', { server: echo.pid })
    const { perSecond, p50, p99 } = await send(Math.ceil(size.seconds / 2), usage)
    const block = { name: 'echo', perSecond, p50, p99, cpu: usage.cpu }
    blocks.push(block)
    return block
  } finally {
    await echo.stop()
  }
}

/** CPU seconds of the Node process per order. */
const nodeCost = ({ cpu, perSecond }: Block) => (cpu.server ?? 0) / perSecond

let expected = 9000

async function placing(
  server: BenchServer,
  name: string,
  world: World,
  lapak: Lapak,
  buyers: World['buyers'],
  rate?: number,
): Promise<Block> {
  await server.sql('postgres', 'checkpoint')
  const seconds = size.seconds
  const requests = Math.ceil((rate ?? expected * 1.7) * (seconds + 1))
  const usage = new Usage(server, 'wrk', { server: lapak.pid })
  const result = await sendOrders({
    address: lapak.address,
    buyers,
    seconds,
    requests,
    ...(rate !== undefined && { rate }),
    folder: server.folder,
    measure: (work) => usage.during(work),
  })
  await verifyOrders(server, world.database, result)
  const block = { name, perSecond: result.perSecond, p50: result.p50, p99: result.p99, cpu: usage.cpu }
  blocks.push(block)
  return block
}

async function warmUp(server: BenchServer, lapak: Lapak, buyers: World['buyers']) {
  const { perSecond } = await sendOrders({
    address: lapak.address,
    buyers,
    seconds: size.warmUp,
    requests: 30_000 * size.warmUp,
    folder: server.folder,
  })
  expected = Math.max(expected, perSecond)
}

const growing = ['purchase', 'attempt', 'entry', 'wallet', 'recent_order', 'exchange', 'delivery', 'delivery_attempt']

/**
 * Creates a new database for `work`. Its tables are either never analysed, or analysed once while they are empty, as a vacuum in the first night
 * would do. PostgreSQL keeps the query plans that it makes in the first seconds, and the plans differ between an analysed and a never analysed
 * database.
 */
async function inColdWorld(
  server: BenchServer,
  { analysed, roles, ...options }: { analysed: boolean; roles: string[] } & Parameters<typeof createWorld>[2],
  work: (world: World, lapak: Lapak) => Promise<Block>,
): Promise<Block> {
  const database = 'cold'
  const world = await createWorld(server, database, options)
  await server.sql(database, growing.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('\n'))
  if (analysed) await server.sql(database, 'vacuum (analyze)')
  const lapak = await startServer(server, database, roles)
  try {
    return await work(world, lapak)
  } finally {
    await lapak.stop()
    await server.sql('postgres', `drop database ${database} with (force)`)
  }
}

/** Orders of one large buyer, who is the only buyer in the new database. */
const coldWhale = (server: BenchServer, analysed: boolean): Promise<Block> =>
  inColdWorld(server, { analysed, roles: ['http'], buyers: 100 }, async (world, lapak) => {
    const whale = world.buyers.slice(0, 1)
    await warmUp(server, lapak, whale)
    return placing(server, analysed ? 'analysed whale' : 'cold whale', world, lapak, whale)
  })

/**
 * Measures orders from placement to settlement and the delivery of their callbacks, with query plans that were made after the empty tables were
 * analysed.
 */
const analysedFinish = (server: BenchServer, simulators: Daemon<Simulators>): Promise<Block> =>
  inColdWorld(server, { analysed: true, roles: [], buyers: size.buyers, ...simulatorUrls(simulators) }, (world, lapak) =>
    finishing(server, 'analysed finished', world, lapak, simulators),
  )

/**
 * Measures the time from the first order to the last callback. Orders arrive for some seconds, and the block ends when all callbacks are delivered.
 */
async function finishing(server: BenchServer, name: string, world: World, lapak: Lapak, simulators: Daemon<Simulators>): Promise<Block> {
  await server.sql('postgres', 'checkpoint')
  const since = await server.sql(world.database, 'select clock_timestamp()')
  const usage = new Usage(server, 'wrk', { server: lapak.pid, simulators: simulators.pid })
  const seconds = Math.ceil(size.seconds / 2)
  const result = await sendOrders({
    address: lapak.address,
    buyers: world.buyers,
    seconds,
    requests: Math.ceil(expected * 1.7 * seconds),
    folder: server.folder,
    measure: (work) =>
      usage.during(async () => {
        const done = await work()
        await allDelivered(server, world)
        return done
      }),
  })
  await verifyOrders(server, world.database, result)
  const row = await server.sql(
    world.database,
    `with finished as (
      select purchase.created_at, min(delivery_attempt.at) filter (where status between 200 and 299) as told
      from purchase left join delivery on delivery.purchase_id = purchase.id left join delivery_attempt on delivery_attempt.delivery_id = delivery.id
      where purchase.created_at >= '${since}' and transactionrc = 1 group by purchase.id
    )
    select count(told), count(*) - count(told), extract(epoch from max(told) - min(created_at)),
      (select count(*) from purchase where created_at >= '${since}' and transactionrc <> 1)
    from finished`,
  )
  const [delivered = 0, silent = 0, took = 1, unfinished = 0] = row.split('|').map(Number)
  if (silent > 0 || unfinished > 0) throw new BenchError(`${unfinished} orders did not succeed, ${silent} callbacks did not arrive`)
  const block = { name, perSecond: delivered / took, cpu: usage.cpu }
  blocks.push(block)
  return block
}

async function throughput(server: BenchServer): Promise<Numbers> {
  const ratios: Numbers = {
    place_vs_tpcb: [],
    node_vs_echo: [],
    hot_wallet_vs_tpcb: [],
    cold_whale_vs_tpcb: [],
    analysed_whale_vs_tpcb: [],
    analysed_finished_vs_tpcb: [],
    finished_vs_tpcb: [],
  }
  const counted = blocks.length
  const simulators = await startSimulators()
  const main = await createWorld(server, 'main', { buyers: size.buyers })
  const whole = await createWorld(server, 'whole', { buyers: size.buyers, ...simulatorUrls(simulators) })
  const placer = await startServer(server, main.database, ['http'])
  const all = await startServer(server, whole.database, []) // no roles are listed, so one process has all of them, which is the default
  try {
    await warmUp(server, placer, main.buyers)
    if (wanted('finished')) await finishing(server, 'finished', whole, all, simulators)
    blocks.length = counted // drops the blocks of the warm-up
    for (let round = 1; round <= size.repeats; round += 1) {
      // A rate is compared with TPC-B only if TPC-B was measured in the same round.
      const base = wanted('tpcb') ? await tpcb(server, round) : null
      const note = (key: string, block: Block) => {
        const rate = `round ${round}: ${block.name} ${block.perSecond.toFixed(0)} per second`
        if (base === null) return say(rate)
        ratios[key]?.push(block.perSecond / base)
        ratios[`${key}_cpu`] = [...(ratios[`${key}_cpu`] ?? []), tpcbCost() / costOf(block)]
        say(`${rate}, ${(block.perSecond / base).toFixed(2)} of TPC-B`)
      }
      if (wanted('place')) {
        const place = await placing(server, 'place', main, placer, main.buyers)
        note('place_vs_tpcb', place)
        ratios.node_vs_echo?.push(nodeCost(place) / nodeCost(await echoing(server, main.buyers)))
      }
      if (wanted('hot')) note('hot_wallet_vs_tpcb', await placing(server, 'hot wallet', main, placer, main.buyers.slice(0, 1)))
      if (wanted('cold')) {
        note('cold_whale_vs_tpcb', await coldWhale(server, false))
        note('analysed_whale_vs_tpcb', await coldWhale(server, true))
        note('analysed_finished_vs_tpcb', await analysedFinish(server, simulators))
      }
      if (wanted('finished')) note('finished_vs_tpcb', await finishing(server, 'finished', whole, all, simulators))
    }
    await countDoubleSales(simulators.ready)
    if (statements) await printStatements(server)
  } finally {
    await all.stop()
    await placer.stop()
    await simulators.stop()
  }
  await verifyBooks(server, main.database)
  await verifyBooks(server, whole.database)
  return ratios
}

/** Prints the statements that used the most time of the database, for performance work. */
async function printStatements(server: BenchServer) {
  await server.sql('main', 'create extension pg_stat_statements')
  console.log(
    await server.sql(
      'main',
      `select rpad(datname, 8), lpad(calls::text, 8) || ' calls', lpad(rows::text, 9) || ' rows', lpad(round(total_exec_time)::text, 7) || ' ms',
        round(mean_exec_time::numeric, 3) || ' ms each', left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 90)
      from pg_stat_statements join pg_database on pg_database.oid = dbid where datname in ('main', 'whole') order by total_exec_time desc limit 30`,
    ),
  )
}

/** Latency of orders at half of the maximum rate, measured alternately in a small and in a large database. */
async function latency(server: BenchServer, rate: number): Promise<Numbers> {
  const numbers: Numbers = {
    place_p50_ms: [],
    place_p99_ms: [],
    place_p99_vs_tpcb: [],
    p99_small_ms: [],
    p99_large_ms: [],
    p99_growth_5m: [],
  }
  const worlds: { world: World; stored: number; lapak: Lapak }[] = []
  try {
    for (const stored of size.stored) {
      const world = await createWorld(server, `stored_${stored}`, { buyers: size.buyers })
      await addHistory(server, world, stored)
      say(`${stored} transactions stored`)
      worlds.push({ world, stored, lapak: await startServer(server, world.database, ['http']) })
    }
    for (const { world, lapak } of worlds) await warmUp(server, lapak, world.buyers)
    for (let round = 1; round <= size.latencyRounds; round += 1) {
      const p99: number[] = []
      for (const { world, stored, lapak } of round % 2 === 1 ? worlds : worlds.toReversed()) {
        const block = await placing(server, `half load, ${stored} stored`, world, lapak, world.buyers, rate)
        say(
          `round ${round}: ${stored} stored: ${block.perSecond.toFixed(0)} per second, p50 ${block.p50?.toFixed(1)} ms, p99 ${block.p99?.toFixed(1)} ms`,
        )
        p99[stored === size.stored[0] ? 0 : 1] = block.p99 ?? 0
        if (stored === size.stored[0]) {
          numbers.place_p50_ms?.push(block.p50 ?? 0)
          numbers.place_p99_ms?.push(block.p99 ?? 0)
          if (wanted('tpcb')) numbers.place_p99_vs_tpcb?.push((block.p99 ?? 0) / (await tpcbP99(server)))
        }
      }
      numbers.p99_small_ms?.push(p99[0] ?? 0)
      numbers.p99_large_ms?.push(p99[1] ?? 0)
      numbers.p99_growth_5m?.push((p99[1] ?? 0) / (p99[0] ?? 1))
    }
  } finally {
    for (const { lapak } of worlds) await lapak.stop()
  }
  for (const { world } of worlds) await verifyBooks(server, world.database)
  return numbers
}

/** Measures realtime events in browsers during orders. It uses a PostgreSQL server of its own, which records the time of each commit. */
async function pagesAndOrders(): Promise<Numbers> {
  const server = await startBenchServer(commitClock)
  const simulators = await startSimulators()
  try {
    const world = await createWorld(server, 'pages', { buyers: socketsSize.pages, ...simulatorUrls(simulators) })
    const lapak = await startServer(server, world.database, []) // no roles are listed, so one process has all of them, which is the default
    try {
      const order = (seconds: number, rate: number) => ordersDuringPages(server, world, lapak, simulators, seconds, rate)
      return await pagesDuringOrders(server, socketsSize, { lapak, world, say, order })
    } finally {
      await lapak.stop()
      await verifyBooks(server, world.database)
    }
  } finally {
    await simulators.stop()
    await server.stop()
  }
}

/** Sends orders of all buyers at a fixed rate and waits until the last callback is delivered. */
async function ordersDuringPages(
  server: BenchServer,
  world: World,
  lapak: Lapak,
  simulators: Daemon<Simulators>,
  seconds: number,
  rate: number,
) {
  const usage = new Usage(server, 'wrk', { server: lapak.pid, simulators: simulators.pid })
  const result = await sendOrders({
    address: lapak.address,
    buyers: world.buyers,
    seconds,
    requests: rate * (seconds + 1),
    rate,
    folder: server.folder,
    measure: (work) => usage.during(work),
  })
  await allDelivered(server, world)
  await verifyOrders(server, world.database, result)
  blocks.push({ name: `${rate}/s beside pages`, perSecond: result.perSecond, p50: result.p50, p99: result.p99, cpu: usage.cpu })
}

/** Counts instructions if valgrind is available. Without valgrind the other measurements still run. */
const countsOrNone = () =>
  instructionCounts(say).catch((error): Numbers => {
    if (!(error instanceof BenchError)) throw error
    say(`instructions are not counted: ${error.message}`)
    return {}
  })

/**
 * Latency of other buyers' orders while an open transaction locks one wallet, compared with their latency without this lock. The two cases alternate
 * at the same rate.
 */
async function heldWallet(server: BenchServer, rate: number): Promise<Numbers> {
  const world = await createWorld(server, 'held', { buyers: size.buyers })
  const lapak = await startServer(server, world.database, ['http'])
  const [held, ...others] = world.buyers
  if (held === undefined) throw new BenchError('nobody is there whose wallet could be held')
  const run = (name: string) => placing(server, name, world, lapak, others, rate)
  const growths: number[] = []
  try {
    await warmUp(server, lapak, others)
    for (let round = 1; round <= size.heldRounds; round += 1) {
      const free = await run('no wallet held')
      const walletLock = server.sql(
        world.database,
        `begin; select from wallet where member_id = ${held.id} for update; select pg_sleep(${heldSeconds}); commit;`,
      )
      const waiting = Promise.all(Array.from({ length: 8 }, () => sendOrder(lapak.address, held)))
      const block = await run('one wallet held')
      await walletLock
      const statuses = await waiting
      if (statuses.some((status) => status !== 200 && status !== 503))
        throw new BenchError(`orders of the held wallet were answered ${statuses}`)
      growths.push((block.p99 ?? 0) / (free.p99 ?? 1))
      say(`round ${round}: p99 ${free.p99?.toFixed(1)} ms, with one wallet held ${block.p99?.toFixed(1)} ms`)
    }
  } finally {
    await lapak.stop()
  }
  await verifyBooks(server, world.database)
  return { held_wallet_p99_growth: growths }
}

/** All numbers measured in this run. */
const all: Numbers = {}

/** Peak memory of a Lapak process. It is meaningful only for blocks with as many buyers as in production. */
const peak = () => (wanted('place') && runResults.peakMemory > 0 ? runResults.peakMemory : undefined)

/** Runs a measurement that reports its own peak memory, and restores the peak memory of the run afterwards. */
async function apart(measure: () => Promise<Numbers>): Promise<Numbers> {
  const before = runResults.peakMemory
  const numbers = await measure()
  runResults.peakMemory = before
  return numbers
}

/**
 * Runs one part of the benchmark and stores its numbers immediately. The numbers of the part `orders` are stored only if all its measurements
 * (`ofOrders`) are run, because its ratios compare measurements of the same round.
 */
async function part(name: string, measure: () => Promise<Numbers>): Promise<void> {
  const from = performance.now()
  const [first, lostBefore, doubledBefore] = [blocks.length, runResults.lost, runResults.doubled]
  const numbers = await measure()
  Object.assign(all, numbers)
  if (guards) return
  if (name === 'orders' && !ofOrders.every(wanted)) return say('not stored: only a part of the measurements of orders')
  await storeResult(quick, {
    name,
    numbers,
    blocks: blocks.slice(first),
    seconds: (performance.now() - from) / 1000,
    lost: runResults.lost - lostBefore,
    doubled: runResults.doubled - doubledBefore,
    peak: peak(),
  })
}

async function measureOnServer(server: BenchServer): Promise<void> {
  const start = (database: string) => startServer(server, database, ['http'])
  if (wanted('steady'))
    await part('steady', () => apart(() => steadyCosts(server, steadySize, { startEcho: (buyers) => startEcho(server, buyers), say })))
  if (ofOrders.some(wanted)) await part('orders', () => throughput(server))
  const place = blocks.filter(({ name }) => name === 'place').map(({ perSecond }) => perSecond)
  const rate = Math.round((place.length > 0 ? median(place) : 8000) / 2)
  if (wanted('latency')) await part('latency', () => latency(server, rate))
  if (wanted('held')) await part('held', () => heldWallet(server, rate))
  if (wanted('lists')) await part('lists', () => listLatencies(server, listsSize, { start, say }))
  if (wanted('statements')) await part('statements', () => statementLatencies(server, statementsSize, { start, say }))
  if (wanted('catalogue')) await part('catalogue', () => apart(() => catalogueLatencies(server, catalogueSize, { start, say })))
  if (wanted('changes')) await part('changes', () => apart(() => ordersDuringChanges(server, changesSize, { start, say })))
}

async function main() {
  if (process.argv.includes('--web')) return webBench({ say, quick, paths: only })
  // Instruction counts do not depend on the load of the machine.
  if (wanted('instructions')) await part('instructions', only ? () => instructionCounts(say) : countsOrNone)
  if (wanted('sockets')) await part('sockets', () => apart(pagesAndOrders))
  if (only?.every((name) => name === 'instructions' || name === 'sockets')) return print()
  const server = await startBenchServer(statements ? { shared_preload_libraries: 'pg_stat_statements' } : {})
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().finally(() => process.exit(130)))
  try {
    await server.createDatabase('tpcb')
    if (wanted('tpcb') || wanted('steady'))
      await runProgram([await postgresProgram('pgbench'), '-i', '-q', '-s', String(size.scale), server.urlOf('tpcb')])
    say('server, worlds and pgbench tables are ready')
    await measureOnServer(server)
  } finally {
    await server.stop()
  }
  print()
  if (guards) await guardCosts(all)
}

function print() {
  if (blocks.length > 0) printBlocks(blocks)
  printSums(all)
  const most = peak()
  printAims({ ...mediansOf(all), ...(most !== undefined && { peak_rss_mb: most }), lost: runResults.lost, doubled: runResults.doubled })
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof BenchError ? `bench: ${error.message}` : error)
    process.exit(1)
  },
)
