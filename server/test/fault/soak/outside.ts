/*
 * A process that simulates all external systems of a soak, so that they continue while everything else is killed: suppliers of every dialect and the
 * receiver of buyers' callbacks. Controlled by IPC.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Behaviour } from '@lapak/simulators/behaviours'
import { type Delivery, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { startSupplier } from '@lapak/simulators/supplier'
import { supplierCredentials } from '../../app.ts'
import { randomOf } from '../traffic.ts'

export interface OutsideOptions {
  seed: number
  callbackSecret: string
  sellers: { kind: SupplierKind; answers: 'json' | 'text' | 'xml'; wording: 'plain' | 'shop'; reportUrl: string; comesAndGoes: boolean }[]
}

export type ToOutside =
  | { do: 'script'; seller: number; target: string; behaviour: Behaviour }
  /** From now on nothing fails at random. */
  | { do: 'calm' }
  | { do: 'tell' }

/** A supplier's record of a reference: how often the order arrived, how often it was delivered, and how the supplier behaved. */
export type Sold = [seller: number, reference: string, received: number, sales: number, behaviour: Behaviour]

export type FromOutside =
  | { is: 'ready'; sellers: { url: string; templates: Record<string, string> }[]; receiver: string }
  | { is: 'count'; taken: number; heard: number; megabytes: number }
  | { is: 'sold'; rows: Sold[] }
  /** By order number: one bit for each final state that a callback reported to the buyer. */
  | { is: 'heard'; states: string; unsigned: number; strange: number }
  | { is: 'told' }

const report = (message: FromOutside) => new Promise<void>((done) => process.send?.(message, () => done()))
const options = JSON.parse(process.argv[2] ?? '') as OutsideOptions
const random = randomOf(options.seed)
const sellers = await Promise.all(
  options.sellers.map(({ kind, answers, wording, reportUrl }) =>
    startSupplier({ kind, answers, wording, reportUrl, credentials: supplierCredentials, reportDelayMs: 500, slowMs: 1_500 }),
  ),
)
const receiver = await startCallbackReceiver({ secret: options.callbackSecret, keep: 50_000 })
let heard = new Uint8Array(1_000_000)
let [count, unsigned, strange, calm] = [0, 0, 0, false]

/** There are many callbacks, so only their states are kept. */
function hear({ body, verified }: Delivery) {
  count += 1
  if (verified !== true) unsigned += 1
  const { data } = JSON.parse(body) as { data: { reffclient: string; transactionrc: number } }
  const order = Number(/^S-(\d+)$/.exec(data.reffclient)?.[1] ?? Number.NaN)
  if (Number.isNaN(order)) {
    strange += 1
    return
  }
  while (order >= heard.length) {
    const longer = new Uint8Array(heard.length * 2)
    longer.set(heard)
    heard = longer
  }
  heard[order] = (heard[order] ?? 0) | (1 << data.transactionrc)
}

async function listenAndCount() {
  for (;;) {
    for (const delivery of receiver.received) hear(delivery)
    receiver.clear()
    const taken = sellers.reduce((sum, { orders }) => sum + orders.size, 0)
    await report({ is: 'count', taken, heard: count, megabytes: Math.round(process.memoryUsage.rss() / 1_000_000) })
    await pause(200)
  }
}

/** Stops a supplier's server for some seconds from time to time. */
async function comeAndGo(seller: (typeof sellers)[number]) {
  while (!calm) {
    await pause(10_000 + random.below(20_000))
    await seller.goDown()
    await pause(1_000 + random.below(4_000))
    await seller.comeUp()
  }
}

/** Makes the receiver fail or answer slowly for a few callbacks from time to time. */
async function misbehave() {
  while (!calm) {
    await pause(2_000 + random.below(6_000))
    receiver.misbehave(random.below(3) === 0 ? { delayMs: 3_000, times: 20 } : { status: 500, times: 20 })
  }
}

async function reportAll() {
  const rowsAtOnce = 10_000
  for (const [seller, { orders }] of sellers.entries()) {
    let rows: Sold[] = []
    for (const { reference, received, sales, behaviour } of orders.values()) {
      if (rows.push([seller, reference, received, sales, behaviour]) < rowsAtOnce) continue
      await report({ is: 'sold', rows })
      rows = []
    }
    await report({ is: 'sold', rows })
  }
  await report({ is: 'heard', states: Buffer.from(heard).toString('base64'), unsigned, strange })
  await report({ is: 'told' })
}

process.on('message', (message: ToOutside) => {
  if (message.do === 'script') sellers[message.seller]?.script(message.target, message.behaviour)
  else if (message.do === 'tell') void reportAll()
  else {
    calm = true
    receiver.misbehave({})
  }
})
process.on('disconnect', () => process.exit(0))
void listenAndCount()
void misbehave()
for (const [index, seller] of sellers.entries()) if (options.sellers[index]?.comesAndGoes) void comeAndGo(seller)
await report({ is: 'ready', sellers: sellers.map(({ url, templates }) => ({ url, templates })), receiver: receiver.url })
