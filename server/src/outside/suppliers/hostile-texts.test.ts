/*
 * Sellers' servers answer what they like, and sellers and buyers choose what it is looked through for. A pattern that tries each
 * share of a long run once more stops every order of the process for as long as it takes.
 *
 * What is measured is processor time of this thread, the least of a few runs: a busy machine does not change it much.
 */
import { describe, expect, test } from 'vitest'
import { readAnswer, readText } from '#outside/suppliers/answer.ts'
import { tradePatterns } from '#outside/suppliers/answer-words.ts'
import { redact } from '#outside/suppliers/exchange.ts'
import { priceListBytesMax, readBalance, readInquiry, readPriceList } from '#outside/suppliers/inquiry.ts'
import { irsVerdict } from '#outside/suppliers/irs/irs.ts'
import type { Pattern } from '#outside/suppliers/linear-pattern.ts'
import { parseReport } from '#outside/suppliers/report.ts'
import { refusedPattern, textMax } from '#outside/suppliers/sellers-patterns.ts'
import type { SupplierAccess } from '#outside/suppliers/supplier.ts'
import { withoutTarget } from '#outside/suppliers/without-target.ts'

const blockMaxMs = 20

/** Processor time of the quickest run; a run below `enough` is believed at once. */
function busyMs(work: () => unknown, enough = blockMaxMs): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5 && least >= enough; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const ours = { reference: 'MKT-1001', target: '081234567890' }

describe('what once stopped the server', () => {
  test('a serial number behind thousands of spaces', () => {
    const body = `SUKSES SN:a${' '.repeat(4_000)}x`
    expect(busyMs(() => readText(body, ours, {}))).toBeLessThan(blockMaxMs)
    expect(busyMs(() => readBalance(body, {}, irsVerdict))).toBeLessThan(blockMaxMs)
    expect(readText(body, ours, {})).toMatchObject({ state: 'success', serialNumber: 'a x' })
  })

  test('a seller’s own pattern of many repetitions', () => {
    const patterns = { success: 'q*q*q*q*q*z' }
    expect(refusedPattern(patterns)).toBeNull()
    expect(busyMs(() => readText('q'.repeat(textMax), ours, patterns))).toBeLessThan(blockMaxMs)
  })

  test('a target whose digits are also what stands between its words', () => {
    const expected = { reference: 'MKT-1001', target: '20 20 20 x' }
    expect(busyMs(() => readText('%20'.repeat(300), expected, {}))).toBeLessThan(blockMaxMs)
  })
})

const leads = ['SN: a', 'R#MKT-1001 SUKSES ', 'saldo', 'TrxID', 'tidak', 'time', 'nama']
const fillers = [' ', '\u2028', '\t.', '-', '.,', '1', '1.', 'a', 'A0 ', 'SN: a ', 'R#x ', 'Ref: ', 'saldo 1.', 'tidak ', 'nama ', '%20']
const textsOf = (length: number) => leads.flatMap((lead) => fillers.map((filler) => `${lead}${filler.repeat(length / filler.length)}~`))

test('no text takes long to be understood, by any of its readers', () => {
  const readers: [string, (text: string) => unknown][] = [
    ['order', (text) => readAnswer(text, ours, {}, irsVerdict)],
    ['order in JSON', (text) => readAnswer(JSON.stringify({ success: false, msg: text, sn: text }), ours, {}, irsVerdict)],
    ['order for words', (text) => readText(text, { reference: 'MKT-1001', target: '1 a 20 sn' }, {})],
    ['inquiry', (text) => readInquiry(text, ours, {}, irsVerdict)],
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

test('the longest price list is read before anybody notices', () => {
  const row = (nth: number) => `{"kode":"S${nth}","nama":"Telkomsel 10.000 Promo","harga":"10.150","status":"open"}`
  const list = `[${Array.from({ length: priceListBytesMax / row(10_000).length }, (_, nth) => row(nth)).join(',')}]`
  expect(list.length).toBeGreaterThan(priceListBytesMax * 0.9)
  expect(busyMs(() => readPriceList(list), 50)).toBeLessThan(50)
})

/** A search that tries each place anew takes seconds for these texts, one that does not some thousandths of one. */
describe('grows with the text and not with its square:', () => {
  const searches: [string, (text: string) => unknown][] = [
    ...Object.entries(tradePatterns).map(([name, find]): [string, (text: string) => unknown] => [name, (text) => countOf(find, text)]),
    ['a target', (text) => withoutTarget(text, '20 a 1 x')],
    ['a secret', (text) => redact(text, { pin: '1111', password: 'aaaaaaaaaa' } as SupplierAccess)],
  ]
  test.each(searches)('%s', (_, search) => {
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

test('the worst patterns that a seller may save, over the worst text, stop nothing', () => {
  const worst = (times: number) => `(?:.?){${times}}z`
  const patterns = {
    success: worst(45),
    failed: worst(45),
    pending: worst(45),
    notFound: worst(40),
    refused: worst(30),
    reference: worst(20),
    serialNumber: worst(20),
    balance: worst(20),
  }
  expect(refusedPattern(patterns)).toBeNull()
  for (const text of ['q', 'a0.,', 'R#', ' q'].map((part) => part.repeat(textMax))) {
    expect(busyMs(() => readText(text, ours, patterns))).toBeLessThan(blockMaxMs * 2)
  }
})
