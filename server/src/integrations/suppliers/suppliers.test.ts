import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SupplierKind, type SupplierType, supplierKinds, typesWithPriceList } from '@lapak/contract/catalogue/seller-api'
import { type SupplierOptions, type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutgoing } from '#http/outgoing.ts'
import { coversDaysSent, daysNamed } from '#integrations/suppliers/day.ts'
import { otomaxSignature } from '#integrations/suppliers/otomax/otomax.ts'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import type { Supplier, SupplierAccess, SupplierOrder, SupplierReport } from '#integrations/suppliers/supplier.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'

const credentials = { userId: 'PA0001', pin: '4321', username: 'pasar', password: 'rahasia/&=' }
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Setup {
  seller: Supplier
  access: SupplierAccess
  simulator: SupplierSimulator
}

async function setUp(kind: SupplierKind, options: Partial<SupplierOptions> = {}): Promise<Setup> {
  const simulator = await startSupplier({ kind, credentials, reportDelayMs: 10, slowMs: 100, ...options })
  const outgoing = createOutgoing({ allowedHosts: ['127.0.0.1'] })
  closers.push(
    () => simulator.close(),
    () => outgoing.close(),
  )
  const access: SupplierAccess = {
    kind,
    apiUrl: simulator.url,
    ...credentials,
    // In milliseconds; longer than a busy machine takes to answer.
    timeoutMs: 30_000,
    templates: simulator.templates,
    patterns: {},
  }
  return { seller: createSuppliers(outgoing)[kind], access, simulator }
}

/** A short time-out, for an order that the server never answers. */
const hasty = (access: SupplierAccess): SupplierAccess => ({ ...access, timeoutMs: 1_000 })

let nth = 0
function orderFor(target: string, changes: Partial<SupplierOrder> = {}): SupplierOrder {
  return {
    reference: `MKT-${++nth}`,
    productCode: 'S10',
    target,
    counter: 1,
    amount: null,
    payment: false,
    inquiryReference: null,
    ...changes,
  }
}

/** A receiver that reads reports as the platform does. */
async function receiver(kind: SupplierKind): Promise<{ url: string; reports: (SupplierReport | null)[] }> {
  const reports: (SupplierReport | null)[] = []
  const server = createServer((request: IncomingMessage, response) => {
    reports.push(parseReport(kind, request.url?.split('?')[1] ?? '', '', {}))
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports/secret`, reports }
}

const kinds: [string, SupplierKind, Partial<SupplierOptions>][] = [
  ['IRS (JSON)', 'irs', {}],
  ['IRS (text)', 'irs', { answers: 'text' }],
  ['IRS (XML)', 'irs', { answers: 'xml' }],
  ['OtomaX', 'otomax', {}],
  ['OtomaX (shop)', 'otomax', { wording: 'shop' }],
  ['HTTP GET', 'http-get', {}],
]

describe.each(kinds)('a supplier of the kind %s', (_name, kind, options) => {
  // Name, target, outcome of the order, outcome of the status query after it, deliveries in the end.
  const outcomes: [string, string, string, string, number][] = [
    ['success at once', '081234560000', 'success', 'success', 1],
    ['failure', '081234560001', 'failed', 'failed', 0],
    ['a time-out after the order was taken', '081234560004', 'unknown', 'success', 1],
    ['an unreadable answer', '081234560007', 'unknown', 'success', 1],
    ['a slow success', '081234560008', 'success', 'success', 1],
    ['a connection cut after the order was taken', '081234560009', 'unknown', 'success', 1],
    ['pending until asked', '081234560012', 'pending', 'success', 1],
    ['pending for ever', '081234560013', 'pending', 'pending', 0],
    ['HTTP 500 after the order was taken', '081234560014', 'unknown', 'success', 1],
    ['a success that names nobody', '081234560015', 'unknown', 'success', 1],
    ['words that contradict each other', '081234560016', 'unknown', 'success', 1],
    ['a success of somebody else', '081234560017', 'unknown', 'failed', 0],
  ]

  test.each(outcomes)('gives the expected outcome for %s', async (_what, target, first, asked, sales) => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor(target)
    expect((await seller.order(first === 'unknown' ? hasty(access) : access, order)).outcome.state).toBe(first)
    expect((await seller.status(access, order)).outcome.state).toBe(asked)
    expect((await seller.status(access, order)).outcome.state).toBe(asked)
    expect(simulator.salesOf(order.reference)).toBe(sales)
    if (!seller.statusResendsOrder || kind === 'http-get') expect(simulator.ordersOf(order.reference)).toBe(1)
  })

  test.each([
    ['a success', '081234560002', ['success']],
    ['a failure', '081234560003', ['failed']],
    ['a success twice', '081234560005', ['success', 'success']],
    ['a success that is contradicted', '081234560006', ['success', 'failed']],
  ])('answers pending and reports %s', async (_what, target, states) => {
    const { url, reports } = await receiver(kind)
    const { seller, access, simulator } = await setUp(kind, { ...options, reportUrl: url })
    const order = orderFor(target, { productCode: 'PLN20' })
    expect((await seller.order(access, order)).outcome.state).toBe('pending')
    await expect.poll(() => reports.map((report) => report?.outcome.state)).toEqual(states)
    expect(reports.every((report) => report?.reference === order.reference)).toBe(true)
    const first = reports[0]?.outcome
    if (first?.state === 'success')
      expect(parsePlnToken(first.serialNumber ?? '')).toMatchObject({ tariff: 'R1', power: '1300VA', kwh: '32,5' })
    expect(simulator.salesOf(order.reference)).toBe(states[0] === 'success' ? 1 : 0)
  })

  test('refuses only this call if the balance is too low', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor('081234560010')
    expect((await seller.order(access, order)).outcome).toMatchObject({ state: 'refused', message: 'Saldo tidak cukup' })
    expect(simulator.orders.size).toBe(0)
  })

  test('reports an order that it never received as not found, or sells it when a status query sends it again', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor('081234560011')
    expect((await seller.order(hasty(access), order)).outcome.state).toBe('unknown')
    expect(simulator.orders.size).toBe(0)
    const asked = await seller.status(access, order)
    expect(asked.outcome.state).toBe(kind === 'irs' ? 'success' : 'not-found')
    expect((await seller.order(access, order)).outcome.state).toBe('success')
    expect(simulator.salesOf(order.reference)).toBe(1)
  })

  test('gives the outcome unsent while it is down', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    await simulator.goDown()
    expect((await seller.order(access, orderFor('0812'))).outcome.state).toBe('unsent')
    expect((await seller.balance(access)).outcome.state).toBe('failed')
    expect((await seller.inquiry(access, orderFor('0812'))).outcome.state).toBe('failed')
    await simulator.comeUp()
    expect((await seller.order(access, orderFor('0812'))).outcome.state).toBe('success')
  })

  test('returns complete serial numbers, from which PLN tokens can be parsed', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor('520000001234', { productCode: 'PLN20' })
    const { outcome } = await seller.order(access, order)
    expect(outcome.state === 'success' && outcome.serialNumber).toBe(simulator.orders.get(order.reference)?.serialNumber)
    expect(outcome.state === 'success' && parsePlnToken(outcome.serialNumber ?? '')).toMatchObject({ tariff: 'R1', kwh: '32,5' })
  })

  test('sells only once under one reference, however often the order is sent', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor('0812345')
    await Promise.all(Array.from({ length: 20 }, () => seller.order(access, order)))
    expect(simulator.salesOf(order.reference)).toBe(1)
    expect(simulator.ordersOf(order.reference)).toBe(20)
  })

  test('returns its balance, and the error for wrong credentials', async () => {
    const { seller, access } = await setUp(kind, options)
    expect((await seller.balance(access)).outcome).toMatchObject({ state: 'known', balance: 1_000_000_000n })
    const wrong = await seller.balance({ ...access, pin: '9999' })
    expect(wrong.outcome).toMatchObject({ state: 'failed', message: expect.stringMatching(/salah/i) })
    expect((await seller.order({ ...access, password: 'x' }, orderFor('0812'))).outcome.state).toBe('refused')
    expect((await seller.status({ ...access, password: 'x' }, orderFor('0812'))).outcome.state).toBe('unknown')
  })

  test('returns a bill and accepts its payment', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const order = orderFor('530000000123', { productCode: 'PLNPASCA' })
    const { outcome } = await seller.inquiry(access, order)
    expect(outcome).toMatchObject({
      state: 'found',
      customerName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      period: '2026-11',
      adminFee: 2_500n,
    })
    expect(outcome.state === 'found' && outcome.bill >= 50_000n && outcome.bill % 1_000n === 0n).toBe(true)
    expect(simulator.orders.size).toBe(0)
    expect((await seller.order(access, { ...order, payment: true })).outcome.state).toBe('success')
    expect(simulator.salesOf(order.reference)).toBe(1)
    expect((await seller.inquiry(access, orderFor('530000000001'))).outcome.state).toBe('failed')
  })

  test('does not leave a secret in the stored exchange', async () => {
    const { seller, access } = await setUp(kind, options)
    for (const exchange of [
      await seller.order(access, orderFor('0812')),
      await seller.status(access, orderFor('0812')),
      await seller.balance(access),
    ]) {
      // The port may contain the digits of the PIN, which are hidden there as well.
      expect(exchange.request).toMatch(/^GET http:\/\/127\.0\.0\.1:[\d*]+\//)
      expect(exchange.request + exchange.answer).not.toMatch(/(?<!\d)4321(?!\d)|rahasia|sign=[\w-]{10}/)
      expect(exchange.answer).toMatch(/^HTTP 200\n./)
      expect(exchange.tookMs).toBeLessThan(60_000)
    }
  })

  test('does not leave a secret or a signature in the exchange even if its answer repeats them', async () => {
    const { seller, access } = await setUp(kind, options)
    const asked: string[] = []
    const echo = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(`SALDO x${decodeURIComponent(request.url ?? '').replaceAll('4321', '943210')}y`)
    })
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
    try {
      const apiUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
      const templates = kind === 'http-get' ? { balance: `${apiUrl}/?a=[pin]&b=[password]&sign=[sign]` } : {}
      const { answer, outcome } = await seller.balance({ ...access, apiUrl, templates })
      const sign = /sign=([^&]+)/.exec(asked[0] ?? '')?.[1] ?? 'none'
      for (const secret of ['4321', credentials.password, sign]) expect(answer + outcome.message).not.toContain(secret)
      expect(answer).toContain('***')
    } finally {
      await new Promise((resolve) => echo.close(resolve))
    }
  })

  test('receives a hostile target as one value', async () => {
    const { seller, access, simulator } = await setUp(kind, options)
    const target = '08&pin=1&tujuan=2#x?[pin]/é \ud800'
    expect((await seller.order(access, orderFor(target))).outcome.state).not.toBe('unsent')
    expect([...simulator.orders.values()].map((order) => order.target)).toEqual([target.toWellFormed()])
  })
})

describe('an ambiguous URL template', () => {
  const templateNames = ['order', 'status', 'balance', 'inquiry', 'payment'] as const
  const spellings = ['http:/HOST/?pin=[pin]', 'http:HOST/?pin=[pin]', 'http:\\\\HOST/?pin=[pin]', 'http://[username]/?pin=[pin]']

  test.each(kinds)('is never requested, even if it was saved before such templates were refused: %s', async (_, kind, options) => {
    const { seller, access } = await setUp(kind, options)
    const canary = await receiver(kind)
    const host = new URL(canary.url).host
    for (const spelling of spellings) {
      const address = spelling.replace('HOST', host)
      const templates = Object.fromEntries(templateNames.map((name) => [name, address]))
      const saved = { ...access, username: host, templates }
      expect((await seller.order(saved, orderFor('0812'))).outcome.state, address).toBe('unsent')
      expect((await seller.order(saved, orderFor('0812', { payment: true }))).outcome.state).toBe('unsent')
      expect((await seller.status(saved, orderFor('0812'))).outcome.state).toBe('unsent')
      expect((await seller.inquiry(saved, orderFor('0812'))).outcome.state).toBe('failed')
      expect((await seller.balance(saved)).outcome.state).toBe('failed')
    }
    expect(canary.reports).toEqual([])
  })
})

describe('a price list', () => {
  test.each(['irs', 'http-get'] as const)('is read with the price and the open state of each product from %s', async (kind) => {
    const { seller, access } = await setUp(kind)
    const list = await seller.priceList?.(access)
    expect(list?.rows).toContainEqual({ supplierCode: 'S10', price: 10_150n, open: true })
    expect(list?.rows).toContainEqual({ supplierCode: 'X10', price: 10_275n, open: false })
    expect(list?.unread).toBe(1)
  })

  test('is null if it cannot be fetched, unlike an empty list', async () => {
    const { seller, access, simulator } = await setUp('irs')
    expect(await seller.priceList?.({ ...access, apiUrl: `${simulator.url}/api/h2h?x=` })).not.toBeNull()
    await simulator.goDown()
    expect(await seller.priceList?.(access)).toBeNull()
    expect((await setUp('otomax')).seller.priceList).toBeNull()
    for (const [type, kind] of Object.entries(supplierKinds))
      expect(typesWithPriceList.includes(Number(type) as SupplierType), kind).toBe((await setUp(kind)).seller.priceList !== null)
  })
})

describe('the OtomaX protocol', () => {
  test.each([
    ['OtomaX|PA0001|S10|081234567890|MKT-1001|4321|rahasia', 'FwqNf5802SDmN83MMDT2Y-oXbE8'],
    ['OtomaX|CheckBalance|PA0001|4321|rahasia', '3LxZd1pa8UTKIosnrpU3Z3hqYrM'],
    ['OtomaX|ticket|PA0001|4321|rahasia|100000', 'K7XMItIp9Cg3Z26stQYTfGfQ71I'],
    ['OtomaX|YUSUF|X10|08123456789|2140669|1144|abcd', 'Cp9NLVuKWBt5Sey_uMlYsvnKvJI'],
  ])('signs %s', (text, signature) => {
    expect(otomaxSignature(text)).toBe(signature)
  })

  test('signs and sends the member id and the product code in upper case', async () => {
    const { seller, access, simulator } = await setUp('otomax')
    const order = orderFor('0812', { productCode: 's10' })
    expect((await seller.order({ ...access, userId: 'pa0001', apiUrl: `${simulator.url}/trx/` }, order)).outcome.state).toBe('success')
    expect(simulator.orders.get(order.reference)?.productCode).toBe('S10')
  })

  test.each([
    ['TIDAK ADA transaksi pada tgl 22/11/2026', ['2026-11-22', '2026-22-11']],
    ['TIDAK ADA transaksi pada tgl 11/22/2026', ['2026-22-11', '2026-11-22']],
    ['TIDAK ADA transaksi tgl 2026-11-21', ['2026-11-21']],
    ['TIDAK ADA transaksi hari ini', []],
  ])('recognizes the days that an answer mentions: %s', (text, days) => {
    expect(daysNamed(text)).toEqual(days)
  })

  test('confirms that an order is missing only if all calls for it were sent on the single day that the answer is about', () => {
    const [before, after, later] = ['2026-11-21T16:59:30Z', '2026-11-21T17:00:30Z', '2026-11-21T17:30:00Z'].map((at) => new Date(at)) as [
      Date,
      Date,
      Date,
    ]
    const about = (left: Date[], named: string[], clocksDifferMs = 0) => coversDaysSent(left, named, later, clocksDifferMs)
    expect(about([before], ['2026-11-22'])).toBe(false)
    expect(about([before], ['2026-11-21'])).toBe(true)
    expect(about([before], [])).toBe(false)
    expect(about([after], ['2026-11-22'])).toBe(true)
    expect(about([after], [])).toBe(true)
    expect(about([before, after], ['2026-11-21'])).toBe(false)
    expect(about([before, after], ['2026-11-22'])).toBe(false)
    // The seller's clock may be a minute slow, so that its date is still the day before.
    expect(about([after], [], 60_000)).toBe(false)
    expect(about([after], ['2026-11-22'], 60_000)).toBe(false)
  })

  test('uses the seller’s own product codes for bills', async () => {
    const { seller, access, simulator } = await setUp('otomax')
    const order = orderFor('0812', { payment: true })
    await seller.order({ ...access, templates: { payment: '[kodeproduk]PAY' } }, order)
    expect(simulator.orders.get(order.reference)?.productCode).toBe('S10PAY')
  })
})

describe('a simulated seller', () => {
  test('remembers its sales after a restart, and its answers can be scripted for a target number', async () => {
    const journal = join(tmpdir(), `lapak-journal-${process.pid}-${Date.now()}`)
    closers.push(async () => rmSync(journal, { force: true }))
    const first = await setUp('irs', { journal })
    first.simulator.script('0899', 'timeout-taken')
    const order = orderFor('0899')
    expect((await first.seller.order(hasty(first.access), order)).outcome.state).toBe('unknown')
    await first.simulator.close()
    const second = await setUp('irs', { journal })
    expect((await second.seller.status(second.access, order)).outcome.state).toBe('success')
    expect(second.simulator.salesOf(order.reference)).toBe(1)
    expect(existsSync(journal) && readFileSync(journal, 'utf8').match(/"productCode"/g)?.length).toBe(1)
  })

  test('exposes its orders to other processes', async () => {
    const { seller, access, simulator } = await setUp('http-get')
    const order = orderFor('0812')
    await seller.order(access, order)
    const shown = (await (await fetch(`${simulator.url}/__orders`)).json()) as { sales: number; orders: { reference: string }[] }
    expect(shown).toMatchObject({ sales: 1, orders: [{ reference: order.reference }] })
  })
})
