import { createHmac } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchError, runProgram, wrkProgram } from './programs.ts'
import { type Buyer, products } from './world.ts'

export interface Load {
  address: string
  buyers: Buyer[]
  seconds: number
  /** The number of requests to prepare. Each request is sent once, so there must be enough of them. */
  requests: number
  /** Requests per second. If undefined, the connections send as many as they can. */
  rate?: number
  /** The folder that stores the prepared requests during the run. */
  folder: string
  /** Runs and measures `work`: the requests are prepared before it, and the answers are evaluated after it. */
  measure?: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export interface LoadResult {
  accepted: number
  seconds: number
  perSecond: number
  p50: number
  p99: number
  /** References of the orders that were acknowledged. */
  acknowledged: string[]
}

const path = '/h2h/v1/transactions'
const connections = 64
let serial = 0

/** Sends one block of orders. Each order has its own reference and target, and is signed with its buyer's key right before the block. */
export async function sendOrders({
  address,
  buyers,
  seconds,
  requests,
  rate,
  folder,
  measure = (work) => work(),
}: Load): Promise<LoadResult> {
  const files = { BENCH_REQUESTS: join(folder, 'requests'), BENCH_RESULT: join(folder, 'result.json'), BENCH_ACKED: join(folder, 'acked') }
  await writeRequests(files.BENCH_REQUESTS, address, buyers, requests)
  const script = new URL('orders.lua', import.meta.url).pathname
  const command = [await wrkProgram(), '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, address]
  await measure(() => runProgram(command, { env: { ...files, BENCH_RATE: rate === undefined ? '' : String(rate) } }))
  const result = JSON.parse(await readFile(files.BENCH_RESULT, 'utf8')) as {
    accepted: number
    exhausted: number
    seconds: number
    p50: number
    p99: number
    broken: number
    refused: Record<string, number>
  }
  const acknowledged = (await readFile(files.BENCH_ACKED, 'utf8')).split('\n').filter(Boolean)
  await rm(files.BENCH_REQUESTS)
  if (result.exhausted > 0) throw new BenchError(`the ${requests} prepared orders did not last for ${seconds} s`)
  if (result.broken > 0 || Object.keys(result.refused).length > 0) {
    throw new BenchError(`orders were not taken: ${result.broken} broken, ${JSON.stringify(result.refused)}`)
  }
  return { ...result, perSecond: result.accepted / result.seconds, acknowledged }
}

async function writeRequests(target: string, address: string, buyers: Buyer[], count: number) {
  const { host } = new URL(address)
  const file = createWriteStream(target)
  for (let sent = 0; sent < count; sent += 1) {
    const { headers, body } = nextOrder(buyers[sent % buyers.length] as Buyer)
    const fields = { Host: host, ...headers, 'Content-Length': body.length }
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    const text = [`POST ${path} HTTP/1.1`, ...head, '', body].join('\r\n')
    if (!file.write(`${text}\u0001`)) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => file.end(() => resolve()))
}

/** An order with its own reference and target, signed with its buyer's key. */
function nextOrder(buyer: Buyer): { headers: Record<string, string>; body: string } {
  serial += 1
  const body = JSON.stringify({ productcode: `S${(serial % products) + 1}`, target: targetOf(serial), reffclient: `INV/2025/${serial}` })
  const timestamp = Math.floor(Date.now() / 1000).toString()
  const signature = createHmac('sha256', buyer.secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': buyer.key, 'X-Timestamp': timestamp, 'X-Signature': signature },
    body,
  }
}

/** Sends one order in addition to the measured orders and returns the HTTP status. */
export async function sendOrder(address: string, buyer: Buyer): Promise<number> {
  const { status } = await fetch(address + path, { method: 'POST', ...nextOrder(buyer) })
  return status
}

/** Unique Telkomsel numbers. They never end with digits for which the simulated suppliers fail. */
const targetOf = (n: number) => `0812${String(Math.floor(n / 9000) % 10_000).padStart(4, '0')}${(n % 9000) + 1000}`
