/**
 * The orders and deliveries of a simulated supplier. The dialects only convert requests and answers. The simulator must not hide errors of the
 * marketplace: an order counts as soon as it is accepted, even if its answer was not sent. A reference is never sold twice, except by a simulator
 * that is scripted to do so. Therefore a `received` above 1 is always caused by the caller.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type Behaviour, behaviourOf } from './behaviours.ts'

export type OrderState = 'pending' | 'success' | 'failed'

export interface SimulatedOrder {
  reference: string
  productCode: string
  target: string
  /** How often an order arrived under this reference. Status queries do not count. */
  received: number
  /** Number of deliveries: 0 or 1, unless the simulator is scripted to sell twice. */
  sales: number
  state: OrderState
  behaviour: Behaviour
  serialNumber: string
  price: number
  serverId: number
}

export interface Books {
  readonly orders: Map<string, SimulatedOrder>
  /** References of requests that were refused before they became orders, with the number of refusals. */
  readonly turnedAway: Map<string, number>
  balance: number
  behaviourOf(target: string): Behaviour
  script(target: string, behaviour: Behaviour): void
  take(reference: string, productCode: string, target: string, behaviour: Behaviour): SimulatedOrder
  settle(order: SimulatedOrder, state: 'success' | 'failed'): void
  /** Delivers an order a second time. A real server should never do this. */
  sellAgain(order: SimulatedOrder): void
}

export function openBooks(journal: string | undefined): Books {
  const orders = new Map<string, SimulatedOrder>()
  const scripts = new Map<string, Behaviour>()

  const books: Books = {
    orders,
    turnedAway: new Map(),
    balance: 1_000_000_000,
    behaviourOf: (target) => scripts.get(target) ?? behaviourOf(target),
    script: (target, behaviour) => scripts.set(target, behaviour),
    take(reference, productCode, target, behaviour) {
      const order = newOrder(reference, productCode, target, behaviour, orders.size)
      orders.set(reference, order)
      write({ reference, productCode, target, behaviour })
      return order
    },
    settle(order, state) {
      if (order.state !== 'pending') return
      order.state = state
      if (state === 'success') {
        order.sales++
        books.balance -= order.price
      }
      write({ reference: order.reference, state })
    },
    sellAgain(order) {
      order.sales++
      order.serialNumber = serialNumberOf(`${order.reference}/${order.sales}`, order.productCode)
      books.balance -= order.price
      write({ reference: order.reference, state: 'success' })
    },
  }
  replay(journal, books)
  return books

  /** Writes synchronously on purpose: if a killed simulator lost a line, the crash tests would not see a double order. */
  function write(line: Record<string, string>): void {
    if (journal !== undefined) appendFileSync(journal, `${JSON.stringify(line)}\n`)
  }
}

function newOrder(reference: string, productCode: string, target: string, behaviour: Behaviour, nth: number): SimulatedOrder {
  return {
    reference,
    productCode,
    target,
    received: 0,
    sales: 0,
    state: 'pending',
    behaviour,
    serialNumber: serialNumberOf(reference, productCode),
    price: priceOf(productCode),
    serverId: 90_001 + nth,
  }
}

function replay(journal: string | undefined, books: Books): void {
  if (journal === undefined || !existsSync(journal)) return
  for (const line of readFileSync(journal, 'utf8').split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as {
      reference: string
      productCode?: string
      target?: string
      behaviour?: Behaviour
      state?: OrderState
    }
    const order = books.orders.get(entry.reference)
    if (order === undefined) {
      const { reference, productCode = '', target = '', behaviour = 'success' } = entry
      books.orders.set(reference, { ...newOrder(reference, productCode, target, behaviour, books.orders.size), received: 1 })
    } else if (entry.state === 'success' || entry.state === 'failed') {
      order.state = entry.state
      if (entry.state === 'success') order.sales++
    }
  }
}

/** A reference always has the same serial number, even after a restart. */
function serialNumberOf(reference: string, productCode: string): string {
  if (!/PLN\d/i.test(productCode)) return digitsOf(reference, 16)
  const token = digitsOf(reference, 20).match(/\d{4}/g)?.join('-') ?? ''
  return `${token}/${nameOf(reference)}/R1/1300VA/32,5`
}

export function priceOf(productCode: string): number {
  return priceList.find((row) => row.kode === productCode)?.harga ?? 10_150
}

export const priceList = [
  { kode: 'S5', nama: 'Telkomsel 5.000', harga: 5_150, status: 'open' },
  { kode: 'S10', nama: 'Telkomsel 10.000', harga: 10_150, status: 'open' },
  { kode: 'S25', nama: 'Telkomsel 25.000', harga: 24_900, status: 'open' },
  { kode: 'X10', nama: 'XL 10.000', harga: 10_275, status: 'close' },
  { kode: 'PLN20', nama: 'Token PLN 20.000', harga: 20_125, status: 'open' },
  { kode: 'PLN50', nama: 'Token PLN 50.000', harga: 50_125, status: 'open' },
  { kode: 'DANA', nama: 'DANA nominal bebas', harga: 250, status: 'open' },
  // For a bill, a supplier's price list contains the commission and no price.
  { kode: 'BPDAM', nama: 'Tagihan PDAM', harga: -1_150, status: 'open' },
]

/** Product code for name checks. It is queried like a bill, and the answer contains the customer's name for a meter number. */
export const nameCheckCode = 'CEKPLN'

export interface Bill {
  name: string
  period: string
  bill: number
  admin: number
}

export function billOf(target: string): Bill {
  return { name: nameOf(target), period: '2026-11', bill: 50_000 + (hash(target) % 300) * 1_000, admin: 2_500 }
}

const firstNames = ['BUDI', 'SITI', 'AGUS', 'DEWI', 'EKO', 'RINA', 'JOKO', 'WATI']
const lastNames = ['SANTOSO', 'LESTARI', 'WIJAYA', 'PRATAMA', 'HIDAYAT', 'SAPUTRA', 'KUSUMA']

function nameOf(text: string): string {
  const number = hash(text)
  return `${firstNames[number % firstNames.length]} ${lastNames[(number >>> 8) % lastNames.length]}`
}

function digitsOf(text: string, length: number): string {
  let digits = ''
  for (let round = 0; digits.length < length; round++)
    digits += String(hash(`${round}:${text}`))
      .padStart(10, '0')
      .slice(-9)
  return digits.slice(0, length)
}

/** FNV-1a: fast, sufficiently distributed, and the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

export function rupiah(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, '.')
}
