// @module-tag nightly
/*
 * Sellers' servers can send any answer, and sellers and buyers choose the texts that are searched in it. A pattern that tries each part of a long run
 * of characters again would block all orders of the process.
 *
 * The tests measure the processor time of this thread and take the minimum of a few runs, which hardly depends on how busy the machine is.
 */
import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outgoing } from '#http/outgoing.ts'
import { readAnswer, readText } from '#integrations/suppliers/answer.ts'
import { causeOf } from '#integrations/suppliers/cause.ts'
import { compilePatterns, refusedPattern, textMax } from '#integrations/suppliers/compile-patterns.ts'
import { readBalance, readCustomer, readInquiry } from '#integrations/suppliers/inquiry.ts'
import { irsVerdict } from '#integrations/suppliers/irs/irs.ts'
import type { Pattern } from '#integrations/suppliers/linear-pattern.ts'
import { pairFields } from '#integrations/suppliers/pair-fields.ts'
import { redact } from '#integrations/suppliers/redact.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import { meaningOfCodeIn } from '#integrations/suppliers/result-codes.ts'
import { withoutWordsBehind } from '#integrations/suppliers/serial-number.ts'
import { isStateInstead } from '#integrations/suppliers/serial-number-words.ts'
import type { SupplierAccess } from '#integrations/suppliers/supplier.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { withoutTarget } from '#integrations/suppliers/without-target.ts'
import { slowness } from '../../../../tools/testing/yardstick.ts'
import { hostileAnswer, worstPatterns } from '../../../test/hostile-answers.ts'

const blockMaxMs = 20
const supplierKindNames = Object.values(supplierKinds)

/** Divides the time by the slowness of this machine: on a slow machine, or while other processes use its memory, everything takes longer. */
const onBudgetMachine = (ms: number, enough: number): number => (ms < enough ? ms : ms / slowness())

/** The processor time of the fastest run, in milliseconds. Stops after the first run below `enough`. */
function busyMs(work: () => unknown, enough = blockMaxMs): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5 && least >= enough; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return onBudgetMachine(least, enough)
}

async function busyMsOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5 && least >= blockMaxMs; run++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return onBudgetMachine(least, blockMaxMs)
}

const ours = { reference: 'MKT-1001', target: '081234567890' }

describe('an input that once blocked the platform', () => {
  test('with a serial number after thousands of spaces is read within the time limit', () => {
    const body = `SUKSES SN:a${' '.repeat(4_000)}x`
    expect(busyMs(() => readText(body, ours, {}))).toBeLessThan(blockMaxMs)
    expect(busyMs(() => readBalance(body, {}, irsVerdict))).toBeLessThan(blockMaxMs)
    expect(readText(body, ours, {})).toMatchObject({ state: 'success', serialNumber: 'a x' })
  })

  test('is read within the time limit if a seller’s own pattern has many repetitions', () => {
    const patterns = { success: 'q*q*q*q*q*z' }
    expect(refusedPattern(patterns)).toBeNull()
    expect(busyMs(() => readText('q'.repeat(textMax), ours, patterns))).toBeLessThan(blockMaxMs)
  })

  test('is read within the time limit if the digits of the target also separate the words of the text', () => {
    const expected = { reference: 'MKT-1001', target: '20 20 20 x' }
    expect(busyMs(() => readText('%20'.repeat(300), expected, {}))).toBeLessThan(blockMaxMs)
  })
})

const leads = [
  'SN: a',
  'R#MKT-1001 SUKSES ',
  'R#MKT-1001 GAGAL ',
  'refid=MKT-1001&status=Gagal&msg=',
  'saldo',
  'TrxID',
  'tidak',
  'time',
  'nama',
]
const fillers = [' ', '\u2028', '\t.', '-', '.,', '1', '1.', 'a', 'A0 ', 'SN: a ', 'R#x ', 'Ref: ', 'saldo 1.', 'tidak ', 'nama ', '%20']
const textsOf = (length: number) => leads.flatMap((lead) => fillers.map((filler) => `${lead}${filler.repeat(length / filler.length)}~`))

test('every function that reads answers reads any text within the time limit', () => {
  const readers: [string, (text: string) => unknown][] = [
    ['order', (text) => readAnswer(text, ours, {}, irsVerdict)],
    ['order in JSON', (text) => readAnswer(JSON.stringify({ success: false, msg: text, sn: text }), ours, {}, irsVerdict)],
    [
      'delivery in JSON',
      (text) => readAnswer(JSON.stringify({ ref_id: 'MKT-1001', status: 'Sukses', msg: text, sn: text }), ours, {}, irsVerdict),
    ],
    ['order for words', (text) => readText(text, { reference: 'MKT-1001', target: '1 a 20 sn' }, {})],
    ['order for an address', (text) => readText(text, { reference: 'MKT-1001', target: 'sn.sukses@gmail.com' }, {})],
    ['inquiry', (text) => readInquiry(text, ours, {}, irsVerdict)],
    ['customer', (text) => readCustomer(text, ours, {}, irsVerdict)],
    ['balance', (text) => readBalance(text, {}, irsVerdict)],
    ['report', (text) => parseReport('irs', `?status=1&msg=${text}`, text, {})],
  ]
  const slow = readers.flatMap(([reader, read]) =>
    textsOf(10_000)
      .map((text) => ({ reader, text: text.slice(0, 40), ms: busyMs(() => read(text)) }))
      .filter(({ ms }) => ms >= blockMaxMs),
  )
  expect(slow).toEqual([])
})

/** A search that starts again at each position takes seconds for these texts; a linear search takes a few milliseconds. */
describe('the search time', () => {
  const searches: [string, (text: string) => unknown][] = [
    ...Object.entries(tradePatterns).map(([name, find]): [string, (text: string) => unknown] => [name, (text) => countOf(find, text)]),
    ['a target', (text) => withoutTarget(text, '20 a 1 x')],
    ['the beginning of a target', (text) => withoutTarget(text, 'sn.sukses@gmail.com')],
    ['the reason of a failure', (text) => causeOf(text, 0)],
    ['a code in words', (text) => meaningOfCodeIn(text, 0)],
    ['labelled values', (text) => pairFields(text, null)],
    ['words behind a serial number', (text) => withoutWordsBehind(`5123-1200-9988 ${text}`, { reference: null, target: null })],
    ['a state in place of a serial number', (text) => isStateInstead(text, compilePatterns({}))],
    ['a secret', (text) => redact(text, ['111', '1111', 'aaaaaaaaaa'])],
    ['what was typed', (text) => redact(text, ['1111'], ['11111111 SN: a', 'aaaa'])],
  ]
  test.each(searches)('grows linearly with the text: %s', (_, search) => {
    const square = textsOf(32_000)
      .map((text) => text.replace(/\s+/g, ' '))
      .filter((text) => busyMs(() => search(text), 100) >= 100)
    expect(square.map((text) => text.slice(0, 40))).toEqual([])
  })
})

function countOf(find: Pattern, text: string): number {
  let count = 0
  for (const _ of find(text)) count++
  return count
}

test('the worst patterns that a seller may save do not block the process on the worst text', () => {
  expect(refusedPattern(worstPatterns)).toBeNull()
  for (const text of ['q', 'a0.,', 'R#', ' q'].map((part) => part.repeat(textMax))) {
    expect(busyMs(() => readText(text, ours, worstPatterns))).toBeLessThan(blockMaxMs)
  }
})

/** Reads the answers through the protocols. The simulated connection answers every request at once, so only the reading takes time. */
describe('an answer of 64 kB', () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)
  const answers = fc.sample(hostileAnswer, { numRuns: process.env.NIGHTLY === '1' ? 400 : 40, seed })
  let body = ''
  const outgoing: Outgoing = {
    request: async () => ({ kind: 'answer', status: 200, headers: {}, body, tookMs: 1 }),
    close: async () => undefined,
  }
  const address = 'http://seller.example/x?to=[tujuan]'
  const access: Omit<SupplierAccess, 'kind' | 'patterns'> = {
    ...{ apiUrl: address, userId: 'A', pin: '1111', username: 'a', password: 'aaaa', timeoutMs: 1_000 },
    templates: { order: address, status: address, balance: address, inquiry: address, payment: address },
  }
  const order = {
    ...{ reference: 'MKT-1001', productCode: 'S10', target: '1 a 20 sn 081234567890', counter: 1, amount: null },
    ...{ payment: false, inquiryReference: null },
  }

  test.each(supplierKindNames)('is read in time from a server of the kind %s', { timeout: 600_000 }, async (kind) => {
    const seller = createSuppliers(outgoing)[kind]
    const slow: object[] = []
    for (const text of answers)
      for (const patterns of [{}, worstPatterns])
        for (const ask of ['order', 'status', 'inquiry', 'customer', 'balance'] as const) {
          body = text
          const ms = await busyMsOf(() => seller[ask]({ ...access, kind, patterns }, order))
          if (ms >= blockMaxMs) slow.push({ ask, text: text.slice(0, 40), ms, seed })
        }
    expect(slow).toEqual([])
  })

  test.each(supplierKindNames)('is read in time as a report of a server of the kind %s', (kind) => {
    const slow = answers
      .map((text) => ({
        text: text.slice(0, 40),
        seed,
        ms: busyMs(() => parseReport(kind, `?status=1&msg=${text}`, text, worstPatterns, order.target)),
      }))
      .filter(({ ms }) => ms >= blockMaxMs)
    expect(slow).toEqual([])
  })
})
