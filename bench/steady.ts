/*
 * Measures the CPU time of an order once all caches are warm, and compares it with an echoed request and a TPC-B transaction that were measured in
 * the same minutes. These numbers hardly depend on the disk or on the load of the machine, and are comparable between machines.
 */
import type { BenchServer } from './database.ts'
import {
  allDelivered,
  countDoubleSales,
  type Lapak,
  simulatorUrls,
  startServer,
  startSimulators,
  verifyBooks,
  verifyOrders,
} from './lapak.ts'
import { type Load, type LoadResult, sendOrders } from './load.ts'
import { BenchError, cpuOf, cpuOfFamily, postgresProgram, runProgram } from './programs.ts'
import type { Numbers } from './report.ts'
import { createWorld, type World } from './world.ts'

export interface SteadySize {
  rounds: number
  /** Seconds of load before the first measurement, in which Node compiles hot code and PostgreSQL settles on its query plans. */
  warmUp: number
  /** Seconds of a measured block of orders. */
  seconds: number
  /** Seconds of a measured block of each comparison: echoed requests, and TPC-B transactions. */
  yardstick: number
  buyers: number
}

interface SteadyTools {
  /** Starts a server that only reads and answers signed orders. */
  startEcho(buyers: World['buyers']): Promise<{ address: string; pid: number; stop(): Promise<void> }>
  say(text: string): void
}

/** CPU microseconds per order, request or transaction. */
interface Cost {
  node: number
  postgres: number
  perSecond: number
}

/** The fraction of the maximum rate at which orders are measured, so that no queue grows. */
const share = 0.7

export async function steadyCosts(server: BenchServer, size: SteadySize, { startEcho, say }: SteadyTools): Promise<Numbers> {
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  const simulators = await startSimulators()
  const placed = await createWorld(server, 'steady_placed', { buyers: size.buyers })
  const whole = await createWorld(server, 'steady_finished', { buyers: size.buyers, ...simulatorUrls(simulators) })
  const placer = await startServer(server, placed.database, ['http'])
  const all = await startServer(server, whole.database, []) // no roles are listed, so one process has all of them, which is the default
  const echo = await startEcho(placed.buyers)
  const placing = (seconds: number, rate?: number) => orders(server, placed, placer, { seconds, rate })
  const finishing = (seconds: number, rate?: number) => orders(server, whole, all, { seconds, rate, toTheEnd: true })
  try {
    note('start_node_s', all.startCpu)
    const first = await finishing(3)
    note('first_seconds_node_us', first.node)
    const rate = Math.max(50, Math.round((await finishing(3)).perSecond * share))
    await finishing(size.warmUp, rate)
    await placing(size.warmUp)
    await echoes(server, placed, echo, Math.ceil(size.warmUp / 2))
    for (let round = 1; round <= size.rounds; round += 1) {
      const asked = await echoes(server, placed, echo, size.yardstick)
      const tpcb = await tpcbCost(server, size.yardstick)
      const [place, finish] = [await placing(size.seconds), await finishing(size.seconds, rate)]
      for (const [key, value] of Object.entries({
        echo_node_us: asked.node,
        tpcb_postgres_us: tpcb.postgres,
        placed_node_us: place.node,
        placed_postgres_us: place.postgres,
        finished_node_us: finish.node,
        finished_postgres_us: finish.postgres,
        placed_node_vs_echo: place.node / asked.node,
        finished_node_vs_echo: finish.node / asked.node,
        placed_postgres_vs_tpcb: place.postgres / tpcb.postgres,
        finished_postgres_vs_tpcb: finish.postgres / tpcb.postgres,
        finished_node_vs_postgres: finish.node / finish.postgres,
      }))
        note(key, value)
      say(
        `round ${round}: placed ${costText(place)}; finished ${costText(finish)} at ${finish.perSecond.toFixed(0)} per second; echo ${asked.node.toFixed(0)} µs, TPC-B ${tpcb.postgres.toFixed(0)} µs`,
      )
    }
    note('finished_per_second', (await finishing(size.yardstick)).perSecond)
    await countDoubleSales(simulators.ready)
  } finally {
    await echo.stop()
    await all.stop()
    await placer.stop()
    await simulators.stop()
  }
  await verifyBooks(server, placed.database)
  await verifyBooks(server, whole.database)
  return numbers
}

const costText = ({ node, postgres }: Cost) => `${node.toFixed(0)} + ${postgres.toFixed(0)} µs (Node + PostgreSQL)`

interface Asked {
  seconds: number
  rate: number | undefined
  /** Also waits until the suppliers have answered and the last callback is acknowledged. */
  toTheEnd?: boolean
}

/** Sends one block of orders, at a fixed rate if `rate` is given. */
async function orders(server: BenchServer, world: World, lapak: Lapak, { seconds, rate, toTheEnd = false }: Asked): Promise<Cost> {
  await server.sql('postgres', 'checkpoint')
  const { result, used } = await sent(server, lapak.pid, {
    load: {
      address: lapak.address,
      buyers: world.buyers,
      seconds,
      requests: (rate ?? most) * (seconds + 1),
      ...(rate !== undefined && { rate }),
    },
    afterwards: () => (toTheEnd ? allDelivered(server, world) : Promise.resolve()),
  })
  await verifyOrders(server, world.database, result)
  return each(used, result.accepted)
}

/** Orders per second to prepare, more than any machine has placed so far. Each prepared order is sent once. */
const most = 15_000

async function echoes(server: BenchServer, { buyers }: World, echo: { address: string; pid: number }, seconds: number): Promise<Cost> {
  const load = { address: echo.address, buyers, seconds, requests: 40_000 * seconds }
  const { result, used } = await sent(server, echo.pid, { load, afterwards: () => Promise.resolve() })
  return each(used, result.accepted)
}

interface Sent {
  load: Omit<Load, 'folder' | 'measure'>
  /** Work after the last answer that still belongs to the measurement. */
  afterwards(): Promise<void>
}

async function sent(server: BenchServer, node: number, { load, afterwards }: Sent): Promise<{ result: LoadResult; used: Used }> {
  let used: Used = { node: 0, postgres: 0, seconds: 0 }
  const result = await sendOrders({
    ...load,
    folder: server.folder,
    measure: async (work) => {
      const since = await watch(server, node)
      const done = await work()
      await afterwards()
      used = await since()
      return done
    },
  })
  return { result, used }
}

async function tpcbCost(server: BenchServer, seconds: number): Promise<Cost> {
  await server.sql('postgres', 'checkpoint')
  const run = ['-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds), server.urlOf('tpcb')]
  const since = await watch(server, null)
  const result = await runProgram([await postgresProgram('pgbench'), ...run])
  const used = await since()
  const count = Number(/transactions actually processed: (\d+)/.exec(result)?.[1])
  if (!(count > 0)) throw new BenchError(`pgbench did not say how many transactions there were: ${result}`)
  return each(used, count)
}

/** CPU time in microseconds, and the duration in seconds. */
interface Used {
  node: number
  postgres: number
  seconds: number
}

/** Starts a measurement. The returned function reads the CPU time and the duration since this call. */
async function watch(server: BenchServer, node: number | null): Promise<() => Promise<Used>> {
  const read = async () => ({ node: node === null ? 0 : cpuOf(node), postgres: await cpuOfFamily(server.pid), at: performance.now() })
  const before = await read()
  return async () => {
    const now = await read()
    return { node: (now.node - before.node) * 1e6, postgres: (now.postgres - before.postgres) * 1e6, seconds: (now.at - before.at) / 1000 }
  }
}

function each({ node, postgres, seconds }: Used, count: number): Cost {
  if (count === 0) throw new BenchError('nothing was answered')
  return { node: node / count, postgres: postgres / count, perSecond: count / seconds }
}
