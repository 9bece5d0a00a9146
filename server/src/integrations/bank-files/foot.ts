import { type NumberRule, withMark } from './amounts.ts'
import { unreadableFile } from './bank-file.ts'
import type { Line } from './table.ts'

export interface StatedTotals {
  kind: keyof Foot | 'other'
  /** As written in the file. */
  name: string
  text: string
}

/** The balances and totals that a file states below its rows. */
export interface Foot {
  opening: StatedTotals | null
  closing: StatedTotals | null
  credit: StatedTotals | null
  debit: StatedTotals | null
}

const kinds: [keyof Foot | 'other', RegExp][] = [
  ['opening', /^(?:saldo awal|starting balance|opening balance|beginning balance|saldo pembukaan)/i],
  ['closing', /^(?:saldo akhir|ending balance|closing balance|saldo penutupan)/i],
  ['credit', /^(?:(?:mutasi|total|jumlah)(?: mutasi)? )?(?:kredit|credit)(?! card)/i],
  ['debit', /^(?:(?:mutasi|total|jumlah)(?: mutasi)? )?(?:debet|debit)(?! card)/i],
  ['other', /^(?:sub ?total|grand total|total|jumlah)(?:\b|$)/i],
]

/** Recognizes a summary line by its label, in one cell or several, with or without quotes. Null for other lines. */
export function footOf({ cells }: Line, separator: string): StatedTotals | null {
  const [name = ''] = cells.filter((cell) => cell !== '')
  for (const [kind, words] of kinds) {
    const found = words.exec(name)?.[0]
    if (found === undefined) continue
    // Only an amount may follow in the same cell: `Kredit usaha rakyat` is the text of a row.
    const rest = cells.slice(cells.indexOf(name)).join(separator).slice(found.length)
    if (/^\s*\p{L}/u.test(rest) && kind !== 'other') continue
    return { kind, name: found.trim(), text: rest.replace(/^[\s:=,;|]+/, '').replace(/[\s,;|]+$/, '') }
  }
  return null
}

/** Reads a line of summary labels whose amounts are in the line below; null for other lines. */
export function valuesUnder({ cells }: Line, under: Line | undefined): StatedTotals[] | null {
  const named = cells.map((cell) => (cell === '' ? null : (kinds.find(([, words]) => words.test(cell)) ?? null)))
  const names = cells.filter((cell) => cell !== '')
  if (names.length < 2 || named.filter((one) => one !== null).length < names.length || !under) return null
  if (!cells.every((cell, at) => cell === '' || /^[\d.,+-]+$/.test(under.cells[at] ?? ''))) return null
  return named.flatMap((one, at) => (one ? [{ kind: one[0], name: cells[at] ?? '', text: under.cells[at] ?? '' }] : []))
}

/** Parses a stated balance. Throws if it cannot be read, since the rows could not be verified against it. */
export function balanceOfText(stated: StatedTotals | null, number: NumberRule): bigint | null {
  if (stated === null || stated.text === '') return null
  const read = number(stated.text)
  if (read === null) throw unreadableFile(`${stated.name} tidak terbaca`)
  return read
}

interface Moved {
  rows: readonly { amount: bigint }[]
  pendingAmounts: readonly bigint[]
}

/**
 * Verifies that the totals below the rows equal the sums of the rows, with or without the pending rows. Some files add the number of rows to the
 * total.
 */
export function verifyTotals({ rows, pendingAmounts }: Moved, { credit, debit }: Foot, number: NumberRule) {
  const settled = rows.map(({ amount }) => amount)
  for (const [stated, isOf] of [
    [credit, (amount: bigint) => amount > 0n],
    [debit, (amount: bigint) => amount < 0n],
  ] as const) {
    const named = stated === null ? null : totalOf(stated.text, number)
    if (named === null || named === undefined) continue
    const sums = [settled, [...settled, ...pendingAmounts]].map((amounts) =>
      absolute(amounts.filter(isOf).reduce((sum, one) => sum + one, 0n)),
    )
    if (!sums.includes(absolute(named))) throw unreadableFile(`${stated?.name} di bawah tabel tidak sama dengan jumlah barisnya`)
  }
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** `15000.00,,,1` is an amount and the number of its rows. */
function totalOf(text: string, number: NumberRule): bigint | null {
  const [sum = ''] = text.split(/[,;|\t]{2,}/)
  return number(withMark(sum.trim()).sum)
}
