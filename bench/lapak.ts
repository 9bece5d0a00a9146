/* A Lapak process under load with simulated suppliers and buyers around it, and checks of the orders that it accepted. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildServer } from '../tools/server-build.ts'
import type { BenchServer } from './database.ts'
import type { LoadResult } from './load.ts'
import { BenchError, cpuOf, type Daemon, peakMemoryOf, startDaemon } from './programs.ts'
import { callbackSecret, sellers, serverSecrets, supplierCredentials, type World } from './world.ts'

const root = join(import.meta.dirname, '..')
/** The Node options with which `npm run serve` starts Lapak. */
const serveFlags = (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts.serve as string).match(/--\S+/g) ?? []
const receivers = 50

/** Results of the whole run: acknowledged orders that are not stored, orders that were sold twice, and the peak memory of a Lapak process in MB. */
export const runResults = { lost: 0, doubled: 0, peakMemory: 0 }

export interface Lapak {
  address: string
  pid: number
  /** CPU seconds that the process used until it answered its first request. */
  startCpu: number
  stop(): Promise<void>
}

export async function startServer(server: BenchServer, database: string, roles: string[]): Promise<Lapak> {
  const extra = process.env.BENCH_NODE_OPTIONS?.split(' ').filter(Boolean) ?? []
  const { program } = await buildServer()
  const process_: Daemon<{ address: string }> = await startDaemon(
    [process.execPath, ...serveFlags, ...extra, program, ...roles],
    'address',
    {
      ...serverSecrets,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://lapak.test',
      PORT: '0',
      DATABASE_URL: server.urlOf(database),
      // Far above the production limit per API key, because in some measurements one buyer sends all requests.
      REQUESTS_PER_SECOND_AND_KEY: '1000000',
      OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
    },
  )
  return {
    pid: process_.pid,
    address: process_.ready.address,
    startCpu: cpuOf(process_.pid),
    async stop() {
      runResults.peakMemory = Math.max(runResults.peakMemory, peakMemoryOf(process_.pid))
      await process_.stop()
    },
  }
}

/** Compares the answers that the load generator received with the stored orders. */
export async function verifyOrders(server: BenchServer, database: string, { acknowledged }: LoadResult) {
  const rows = await server.sql(
    database,
    `create temporary table acked (reffclient text);
    copy acked from stdin;\n${acknowledged.map((reference) => `${reference}\n`).join('')}\\.
    select count(*) from (select reffclient from acked except select reffclient from purchase where created_at > now() - interval '10 minutes') missing;
    select count(*) - count(distinct reffclient) from purchase where created_at > now() - interval '10 minutes';\n`,
  )
  const [missing = 0, twice = 0] = rows.split('\n').map(Number)
  runResults.lost += missing + (acknowledged.length - new Set(acknowledged).size)
  runResults.doubled += twice
}

export interface Simulators {
  suppliers: { url: string }[]
  receivers: { url: string }[]
}

export const startSimulators = () =>
  startDaemon<Simulators>([process.execPath, join(root, 'simulators/src/main.ts'), simulatorOptions], 'suppliers')

/** The URLs of the simulators, as options of `createWorld`. */
export const simulatorUrls = ({ ready }: Daemon<Simulators>) => ({
  suppliers: ready.suppliers.map(({ url }) => url),
  receivers: ready.receivers.map(({ url }) => url),
})

const simulatorOptions = JSON.stringify({
  suppliers: Array.from({ length: sellers }, () => ({ kind: 'irs', credentials: supplierCredentials })),
  receivers: Array.from({ length: receivers }, () => ({ secret: callbackSecret })),
})

export async function allDelivered(server: BenchServer, world: World) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const busy = await server.sql(
      world.database,
      'select exists (select from attempt where state <= 3) or exists (select from delivery where state = 0)',
    )
    if (busy === 'f') return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new BenchError('orders were not finished within two minutes')
}

/** Counts orders that a supplier delivered or received twice. */
export async function countDoubleSales({ suppliers }: Simulators) {
  for (const { url } of suppliers) {
    const { orders } = (await (await fetch(`${url}/__orders`)).json()) as { orders: { sales: number; received: number }[] }
    runResults.doubled += orders.filter((order) => order.sales > 1 || order.received > 1).length
  }
}

/**
 * Checks that every wallet balance equals the sum of its ledger entries, and that the money in the holding account equals the price of the pending
 * purchases.
 */
export async function verifyBooks(server: BenchServer, database: string) {
  const row = await server.sql(
    database,
    `select (select count(*) from wallet full join (select account_id, sum(amount) as amount from entry where account_id > 0 group by 1) booked on member_id = account_id
        where coalesce(balance, 0) <> coalesce(amount, 0)),
      (select coalesce(sum(amount), 0) from entry where account_id = -1) - (select coalesce(sum(price), 0) from purchase where transactionrc = 0),
      (select coalesce(sum(amount), 0) from entry)`,
  )
  if (row !== '0|0|0') throw new BenchError(`the books of ${database} are wrong: ${row}`)
}
