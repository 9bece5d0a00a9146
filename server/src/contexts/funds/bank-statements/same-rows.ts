import { jakartaDayOf } from '#shared/clock.ts'
import { sameAccount } from './same-account.ts'
import { nearDays, type StatementRow } from './statement-row.ts'

/** A row that is already stored. */
export interface KnownRow {
  id: bigint
  accountNo: string
  at: Date
  amount: bigint
  balance: bigint | null
  source: string
  /** The names that feeds gave to this row. */
  names: readonly string[]
  fingerprint: Buffer
  nth: number
  /** What the delivering feed said of the row last, if it has ever said another sum or day than what is stored. */
  restatement?: SumAndDay | null
}

export interface SumAndDay {
  amount: bigint
  at: Date
}

export interface StatementRowSeen {
  row: StatementRow
  source: string
  fingerprint: Buffer
}

export interface Added extends StatementRowSeen {
  /** The number of this row among equal rows of one source, from 1. */
  nth: number
  /** The row of another source that may be the same movement, although its day or balance differs. */
  maybeSameAs: bigint | null
}

export interface Restatement {
  name: string
  row: StatementRow
}

export interface Compared {
  /** Rows that are not stored yet. */
  added: Added[]
  /** Stored rows from another source that this feed has delivered, too; the feed's name for the row is added to them. */
  named: { id: bigint; name: string }[]
  /** Rows of which the feed says another sum or day under the same name than before. */
  restated: Restatement[]
  /**
   * For each row of the delivery, in order: the id of the stored row that it matches; null if the row is added, or if it is a repetition within this
   * delivery.
   */
  known: (bigint | null)[]
}

/**
 * Finds the new rows of a delivery. A row may have been delivered before: by the same feed, in an overlapping file, or by another source with a
 * different text and time. Two movements may also be equal in all fields, so rows are counted: each stored row matches one delivered row.
 * Rows match by the feed's name for the row; then by all fields that their source gave; then, if the sources differ, by account, day and sum, unless
 * both rows have a balance and the balances differ. What a feed says differently of a row that it named before is returned apart: the row may have paid
 * a ticket already. A sum of zero says only that there was no such movement. A row without a match may still be the same movement as another source's
 * row of some days before or after; it is marked with `maybeSameAs`, and an administrator decides.
 * A file has thousands of rows, so the generator yields at each row.
 */
export function* comparing(known: readonly KnownRow[], seen: readonly StatementRowSeen[]): Generator<void, Compared> {
  const rows = seen.filter(({ row }) => row.amount !== 0n).filter(firstOfName())
  const matches = new Map<StatementRowSeen, KnownRow>()
  const free = new Set(known)
  function* pairing(found: (one: StatementRowSeen) => KnownRow | undefined) {
    for (const one of rows) {
      yield
      const other = matches.has(one) ? undefined : found(one)
      if (other === undefined) continue
      free.delete(other)
      matches.set(one, other)
    }
  }
  const byName = new Map(known.flatMap((row) => row.names.map((name) => [name, row] as const)))
  // A feed may correct the day or sum when it delivers a row again; the name stays the same.
  yield* pairing(({ row }) => (row.name === null ? undefined : byName.get(row.name)))
  const equal = new Queues(free, yield* queued(known, ({ fingerprint }) => fingerprint.toString('hex')))
  const restated = restatementsIn(seen, byName)
  yield* pairing((one) => equal.first(one.fingerprint.toString('hex'), (other) => mayBeNamed(one, other)))
  const withBalance = new Queues(free, yield* queued(known, (row) => `${dayAndSum(row)} ${row.balance ?? ''}`))
  const ofDay = new Queues(free, yield* queued(known, dayAndSum))
  yield* pairing((one) => {
    const key = dayAndSum(one.row)
    const fits = (other: KnownRow) => mayBeSame(one, other)
    if (one.row.balance === null) return ofDay.first(key, fits)
    return withBalance.first(`${key} ${one.row.balance}`, fits) ?? withBalance.first(`${key} `, fits)
  })
  const maybe = new Map<StatementRowSeen, KnownRow>()
  for (const one of rows) {
    yield
    if (matches.has(one)) continue
    const other = daysAround(one.row.at)
      .map((day) => ofDay.first(`${day} ${one.row.amount}`, (row) => mayBeSame(one, row)))
      .find((row) => row !== undefined)
    if (other === undefined) continue
    free.delete(other)
    maybe.set(one, other)
  }
  return {
    added: numbered(
      rows.filter((one) => !matches.has(one)).map((one) => ({ ...one, maybeSameAs: maybe.get(one)?.id ?? null })),
      known,
    ),
    named: [...matches].flatMap(([{ row }, { id, names }]) =>
      row.name !== null && !names.includes(row.name) ? [{ id, name: row.name }] : [],
    ),
    restated,
    known: seen.map((one) => matches.get(one)?.id ?? null),
  }
}

/** Compares each named row with what the feed said of it before: in an earlier delivery, or earlier in this one. */
function restatementsIn(seen: readonly StatementRowSeen[], byName: ReadonlyMap<string, KnownRow>): Restatement[] {
  const first = new Map<string, SumAndDay>()
  const restated = new Map<string, Restatement>()
  for (const { row } of seen) {
    const { name } = row
    if (name === null) continue
    const known = byName.get(name)
    const before = first.get(name) ?? known?.restatement ?? known
    if (before && !isSameMovement(before, row)) restated.set(name, { name, row })
    // The last word of the delivery counts: it may be again what the feed said before.
    else restated.delete(name)
    // A sum of zero of a row that was never stored says nothing.
    if (before || row.amount !== 0n) first.set(name, before ?? row)
  }
  return [...restated.values()]
}

export const isSameMovement = (one: SumAndDay, other: SumAndDay): boolean =>
  one.amount === other.amount && jakartaDayOf(one.at) === jakartaDayOf(other.at)

/**
 * Stored rows, grouped by a key; each row is handed out at most once. Rows that are equal in all compared fields form one line, so that of thousands
 * of equal rows that do not fit only the first is compared. Rows that were handed out are removed lazily.
 */
class Queues {
  readonly #free: ReadonlySet<KnownRow>
  readonly #lines: ReadonlyMap<string, Lines>

  constructor(free: ReadonlySet<KnownRow>, lines: ReadonlyMap<string, Lines>) {
    this.#free = free
    this.#lines = lines
  }

  /** The oldest row that was not handed out yet and that fits. */
  first(key: string, fits: (row: KnownRow) => boolean): KnownRow | undefined {
    const heads: KnownRow[] = []
    for (const line of this.#lines.get(key)?.values() ?? []) {
      for (let last = line.at(-1); last !== undefined && !this.#free.has(last); last = line.at(-1)) line.pop()
      const head = line.at(-1)
      if (head !== undefined && fits(head)) heads.push(head)
    }
    return heads.reduce<KnownRow | undefined>((oldest, row) => (oldest === undefined || row.id < oldest.id ? row : oldest), undefined)
  }
}

/** Lines by `kindOf`; the oldest row is the last element of its line. */
type Lines = Map<string, KnownRow[]>

/** A key of all fields that `mayBeSame` and `mayBeNamed` compare. */
const kindOf = ({ source, accountNo, names }: KnownRow): string => JSON.stringify([source, accountNo, ...new Set(names.map(feedOf))])

/** Groups the rows by `keyOf`, then by `kindOf`. */
function* queued(known: readonly KnownRow[], keyOf: (row: KnownRow) => string): Generator<void, Map<string, Lines>> {
  const queues = new Map<string, Lines>()
  for (const row of known.toReversed()) {
    yield
    const [key, kind] = [keyOf(row), kindOf(row)]
    const lines = queues.get(key) ?? new Map<string, KnownRow[]>()
    const line = lines.get(kind)
    if (line) line.push(row)
    else lines.set(kind, [row])
    queues.set(key, lines)
  }
  return queues
}

const dayAndSum = ({ at, amount }: Pick<StatementRow, 'at' | 'amount'>): string => `${jakartaDayOf(at)} ${amount}`

const dayMs = 86_400_000

/** This day, then the days around it, the nearest first. */
const daysAround = (at: Date): string[] =>
  [0, ...Array.from({ length: nearDays }, (_, index) => [-(index + 1), index + 1]).flat()].map((days) =>
    jakartaDayOf(new Date(at.getTime() + days * dayMs)),
  )

const feedOf = (name: string): string => name.slice(0, name.indexOf(':'))

/** Rows to which one feed gave different names are different rows. */
const mayBeNamed = ({ row }: StatementRowSeen, { names }: KnownRow): boolean => {
  const feed = row.name === null ? null : feedOf(row.name)
  return names.every((name) => feedOf(name) !== feed)
}

/** The rows come from different sources and, if both have an account number, it is the same. */
const mayBeSame = (one: StatementRowSeen, other: KnownRow): boolean =>
  one.source !== other.source &&
  mayBeNamed(one, other) &&
  (one.row.accountNo === '' || other.accountNo === '' || sameAccount(one.row.accountNo, other.accountNo))

/** Rows with the same name within one delivery are one row. */
function firstOfName() {
  const seen = new Set<string>()
  return ({ row: { name } }: StatementRowSeen): boolean => {
    if (name === null) return true
    const first = !seen.has(name)
    seen.add(name)
    return first
  }
}

function numbered<Row extends StatementRowSeen>(added: readonly Row[], known: readonly KnownRow[]): (Row & { nth: number })[] {
  const last = new Map<string, number>()
  for (const { fingerprint, nth } of known) {
    const key = fingerprint.toString('hex')
    last.set(key, Math.max(last.get(key) ?? 0, nth))
  }
  return added.map((one) => {
    const key = one.fingerprint.toString('hex')
    const nth = (last.get(key) ?? 0) + 1
    last.set(key, nth)
    return { ...one, nth }
  })
}
