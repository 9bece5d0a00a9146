import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { ConfigError } from '#shared/config.ts'
import { type Cipher, fingerprintOf, layouts, markBytes } from '#shared/secrets.ts'
import { lockCache } from './cache-lock.ts'
import type { Database, Tx } from './db.ts'
import type { DB } from './schema.ts'

/** A column of encrypted values. The feature that owns the rows declares it; ../encrypted-columns.ts lists all. */
export interface EncryptedColumn {
  table: string
  column: string
  /** Name of the primary key, a bigint. */
  id: string
  /** Column with the id of the owner, which authenticates the value; if absent, the owner is 0. */
  owner?: string
}

type ColumnOf<Table extends keyof DB> = keyof DB[Table] & string

export const encryptedColumn = <Table extends keyof DB & string>(declared: {
  table: Table
  column: ColumnOf<Table>
  id: ColumnOf<Table>
  owner?: ColumnOf<Table>
}): EncryptedColumn => declared

/** A location of encrypted values, with the SQL that reads a value. */
interface Place {
  name: string
  from: RawBuilder<unknown>
  value: RawBuilder<unknown>
  owner: RawBuilder<unknown>
}

const placeOf = ({ table, column, owner }: EncryptedColumn): Place => ({
  name: `${table}.${column}`,
  from: sql.table(table),
  value: sql.ref(column),
  owner: owner === undefined ? sql`0::bigint` : sql.ref(owner),
})

/** Encrypted payloads of waiting jobs. They are deleted with their jobs, so the re-encryption waits for the end of these jobs instead. */
const waitingJobs: Place = {
  name: 'jobs that wait',
  from: sql`graphile_worker._private_jobs`,
  value: sql`decode(payload->>'sealed', 'base64')`,
  owner: sql`0::bigint`,
}

const markOf = (value: RawBuilder<unknown>) => sql`substring(${value} for ${sql.lit(markBytes)})`

/**
 * Throws `ConfigError` when a value was encrypted with a key that is not configured: such a value cannot be decrypted, and otherwise only members
 * would notice.
 */
export async function refuseMissingKeys(db: Database, cipher: Cipher, columns: readonly EncryptedColumn[]): Promise<void> {
  for (const place of [...columns.map(placeOf), waitingJobs])
    for (const layout of layouts) {
      const sample = await strangeSample(db, cipher, place, layout)
      if (sample && !opens(cipher, sample)) throw new ConfigError(missingKey(place.name, sample.value))
    }
}

/** Whether a value of this column is encrypted with the current key, so that it is known to be the key of this database. */
export async function holdsSecretOf({ read }: Database, cipher: Cipher, column: EncryptedColumn): Promise<boolean> {
  const { from, value } = placeOf(column)
  const { rows } = await sql`select from ${from} where ${markOf(value)} = ${cipher.mark} limit 1`.execute(read)
  return rows.length > 0
}

interface Sample {
  value: Buffer
  owner: bigint
}

/** Reads one value of this layout whose mark does not belong to a configured key. */
async function strangeSample({ read }: Database, cipher: Cipher, { from, value, owner }: Place, layout: number) {
  const { rows } = await sql<Sample>`
    select ${value} as value, ${owner} as owner from ${from}
    where substring(${value} for 1) = ${Buffer.of(layout)} and ${markOf(value)} <> all(${cipher.marks}) limit 1`.execute(read)
  return rows[0]
}

function opens(cipher: Cipher, { value, owner }: Sample): boolean {
  try {
    cipher.decrypt(value, owner)
    return true
  } catch {
    return false
  }
}

const missingKey = (place: string, encrypted: Buffer) =>
  `${place} holds secrets that are sealed with ${fingerprintOf(encrypted) ?? 'another key'}, which is neither SECRET_KEY nor one of SECRET_KEYS_OLD; ` +
  'put that key back, and take it away when `npm run secrets:rekey` has said that nothing needs it'

/** Number of values not encrypted with the current key, by location. */
export interface Left {
  name: string
  count: number
}

export interface ResealPace {
  /** Rows per transaction. */
  batch: number
  /** Pause between two transactions, for other writers and for processes that reload the changed rows. */
  pauseMs: number
  /** Maximum number of passes over all rows while some values are left. */
  passes: number
}

const usualPace: ResealPace = { batch: 500, pauseMs: 100, passes: 20 }

/**
 * Re-encrypts all values with the current key while the program runs. Each value contains the mark of its key, so that after an interruption the next
 * run continues. Returns the number of values that are left.
 */
export async function reencryptColumn(
  db: Database,
  cipher: Cipher,
  columns: readonly EncryptedColumn[],
  pace: ResealPace = usualPace,
): Promise<Left[]> {
  for (let pass = 1; ; pass += 1) {
    for (const column of columns) await resealColumn(db, cipher, column, pace)
    const left = await countLeft(db, cipher, columns)
    if (left.length === 0 || pass >= pace.passes) return left
    await sleep(pace.pauseMs)
  }
}

async function resealColumn(db: Database, cipher: Cipher, column: EncryptedColumn, { batch, pauseMs }: ResealPace) {
  for (let last = await resealBatch(db, cipher, column, null, batch); last !== null; ) {
    await sleep(pauseMs)
    last = await resealBatch(db, cipher, column, last, batch)
  }
}

/** Returns the id of the last re-encrypted row; null if there was no such row after `after`. */
const resealBatch = (db: Database, cipher: Cipher, column: EncryptedColumn, after: bigint | null, batch: number): Promise<bigint | null> =>
  db.transaction(async (tx) => {
    // Taken because some of the tables are cached.
    await lockCache(tx)
    const rows = await takeRows(tx, cipher, column, after, batch)
    const last = rows.at(-1)
    if (last === undefined) return null
    const encrypted = rows.map(({ value, owner }) => cipher.encrypt(cipher.decrypt(value, owner), owner))
    const [table, id, name] = [sql.table(column.table), sql.ref(column.id), sql.ref(column.column)]
    await sql`
      update ${table} set ${name} = fresh.sealed
      from unnest(${rows.map((row) => row.id)}::bigint[], ${encrypted}::bytea[]) as fresh (id, sealed)
      where ${table}.${id} = fresh.id`.execute(tx)
    return last.id
  })

/** Rows that other transactions are writing are left for the next pass, since the cache lock must not wait for them. */
async function takeRows(tx: Tx, cipher: Cipher, column: EncryptedColumn, after: bigint | null, batch: number) {
  const { from, value, owner } = placeOf(column)
  const id = sql.ref(column.id)
  const { rows } = await sql<Sample & { id: bigint }>`
    select ${id} as id, ${value} as value, ${owner} as owner from ${from}
    where ${value} is not null and ${markOf(value)} <> ${cipher.mark} and ${after === null ? sql`true` : sql`${id} > ${after}`}
    order by ${id} limit ${batch} for no key update skip locked`.execute(tx)
  return rows
}

async function countLeft({ read }: Database, cipher: Cipher, columns: readonly EncryptedColumn[]): Promise<Left[]> {
  const left: Left[] = []
  for (const { name, from, value } of [...columns.map(placeOf), waitingJobs]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${from} where ${markOf(value)} <> ${cipher.mark}`.execute(read)
    const count = rows[0]?.count ?? 0
    if (count > 0) left.push({ name, count })
  }
  return left
}
