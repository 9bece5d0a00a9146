import { setTimeout as pause } from 'node:timers/promises'
import { signedHeaders, type TestMember } from '../app.ts'
import type { World } from './world.ts'

/** Typical software of buyers: an order has a reference, and an unanswered order is repeated under the same reference until it is answered. */
export interface SentOrder {
  buyer: TestMember
  reffclient: string
  body: OrderBody
  /** The server's last answer; null before the first answer. */
  answer: Answer | null
  /** The ids of its purchases; more than one would be a second sale. */
  ids: number[]
  tries: number
}

interface OrderBody {
  reffclient: string
  productcode: string
  target: string
  amount?: number
  token?: string
}

interface Answer {
  status: number
  success: boolean
  rc: string
}

export interface Traffic {
  readonly orders: readonly SentOrder[]
  /** Sends new orders, `width` at a time, until `until` returns true or `most` were sent. */
  flow(options: { until(): boolean; most: number; width?: number }): Promise<void>
  /** Repeats every unanswered order; resolves when each order is answered. */
  sendAgain(): Promise<void>
}

/** Chooses by a seed, so that a failing run can be repeated. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    below: (bound: number) => Math.floor(next() * bound),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  }
}

/**
 * The last four digits of a target, which select the supplier's behaviour (simulators/README.md). All orders with these endings become final by
 * themselves.
 */
export const outcomeEndings = [
  '0001',
  '0002',
  '0003',
  '0004',
  '0005',
  '0006',
  '0007',
  '0008',
  '0009',
  '0010',
  '0011',
  '0012',
  '0014',
  '0015',
  '0016',
  '0017',
]
const requestTimeoutMs = 10_000

/** With several URLs each request goes to all of them at once, as from a client that sends duplicates. */
export function createTraffic(world: World, seed: number, urls: readonly string[] = [world.proxy.url]): Traffic {
  const random = randomOf(seed)
  const orders: SentOrder[] = []
  let serial = 0

  /** Nine to thirteen digits, unique, so that no order counts as a double. */
  function newTarget(): string {
    serial += 1
    const ending = random.below(2) === 0 ? '7777' : random.pick(outcomeEndings)
    return `08${String(seed % 100).padStart(2, '0')}${String(serial).padStart(5, '0')}${ending}`
  }

  function newOrder(): SentOrder {
    const buyer = random.pick(world.buyers)
    const target = newTarget()
    const productcode = random.pick(['S5', 'S5', 'S10', 'S10', 'S25', 'PLNPASCA', 'DANA'])
    const reffclient = `R${seed}-${serial}`
    if (random.below(5) === 0) refuseAtOne(target)
    if (target.endsWith('0010')) world.refused.add(target)
    return {
      buyer,
      reffclient,
      body: { reffclient, productcode, target, ...(productcode === 'DANA' && { amount: 1_000 * (1 + random.below(50)) }) },
      answer: null,
      ids: [],
      tries: 0,
    }
  }

  /** One seller fails this order, and another seller delivers it. */
  function refuseAtOne(target: string) {
    const behaviour = random.pick(['failure', 'pending-then-failure', 'refused-balance'] as const)
    random.pick(world.sellers).supplier.script(target, behaviour)
    if (behaviour === 'refused-balance') world.refused.add(target)
  }

  async function post(url: string, buyer: TestMember, path: string, body: unknown) {
    const text = JSON.stringify(body)
    const response = await fetch(url + path, {
      method: 'POST',
      headers: signedHeaders(buyer, text),
      body: text,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    return {
      status: response.status,
      body: (await response.json()) as { success: boolean; rc?: string; data?: { id: number; rc: string; token: string } },
    }
  }

  /** After a 5xx or without an answer the state of the order is unknown. */
  async function send(order: SentOrder) {
    order.tries += 1
    try {
      if (order.body.productcode === 'PLNPASCA' && order.body.token === undefined) {
        const { reffclient: _, ...ask } = order.body
        const asked = await post(random.pick(urls), order.buyer, '/h2h/v1/inquiries', ask)
        if (asked.status >= 500) return
        if (!asked.body.success || !asked.body.data) {
          order.answer = { status: asked.status, success: false, rc: asked.body.rc ?? '' }
          return
        }
        order.body.token = asked.body.data.token
      }
      const answers = await Promise.all(urls.map((url) => post(url, order.buyer, '/h2h/v1/transactions', order.body)))
      const accepted = answers.filter(({ body }) => body.success)
      order.ids = [...new Set([...order.ids, ...accepted.map(({ body }) => body.data?.id ?? 0)])]
      const answer = accepted[0] ?? answers.find(({ status }) => status < 500)
      if (answer) order.answer = { status: answer.status, success: answer.body.success, rc: answer.body.rc ?? answer.body.data?.rc ?? '' }
    } catch {
      // The connection ended without an answer.
    }
  }

  async function sideBySide(width: number, work: () => Promise<boolean>) {
    const loop = async () => {
      while (await work()) await pause(0)
    }
    await Promise.all(Array.from({ length: width }, loop))
  }

  return {
    orders,
    async flow({ until, most, width = 8 }) {
      let left = most
      await sideBySide(width, async () => {
        if (until() || left <= 0) return false
        left -= 1
        const order = newOrder()
        orders.push(order)
        await send(order)
        if (order.answer === null) await pause(20)
        return true
      })
    },
    async sendAgain() {
      const silent = orders.filter((order) => order.answer === null)
      await sideBySide(8, async () => {
        const order = silent.shift()
        if (order === undefined) return false
        await send(order)
        if (order.answer === null && order.tries > 50) throw new Error(`${order.reffclient} gets no answer`)
        if (order.answer === null) silent.push(order)
        return true
      })
    },
  }
}
