import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'

/**
 * The owner of the database can disable its triggers and rewrite the audit. Each day is therefore sealed by a hash over its rows and the previous
 * day's seal, and each seal is written to the log, which the owner of the database cannot rewrite.
 */

const dayMs = 86_400_000
/** After this time, every transaction that wrote a row before midnight has ended. */
const waitMs = 3_600_000

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

interface Seal {
  day: string
  rows: bigint
  hash: Buffer
  previous: Buffer
}

/** Seals every past day that is not sealed yet, including all days that were missed while no worker ran. */
export async function sealDays(db: Database, log: Pick<Log, 'info'>, now = new Date()): Promise<void> {
  const today = jakartaDayOf(new Date(now.getTime() - waitMs))
  for (let day = await nextDay(db.read); day !== null && day < today; day = dayAfter(day)) {
    const { rows, hash } = await sealNext(db, day)
    log.info({ security: true, day, rows, hash: hash.toString('hex') }, 'audit.sealed')
  }
}

/** The day after the newest seal, or the day of the first row. */
async function nextDay(read: Reader): Promise<string | null> {
  const newest = await read.selectFrom('audit_seal').select(dayText).orderBy('day', 'desc').limit(1).executeTakeFirst()
  if (newest) return dayAfter(newest.day)
  const first = await read.selectFrom('audit').select('at').orderBy('at').orderBy('id').limit(1).executeTakeFirst()
  return first ? jakartaDayOf(first.at) : null
}

const sealNext = (db: Database, day: string): Promise<Seal> =>
  db.transaction(async (tx) => {
    const before = await tx.selectFrom('audit_seal').select('hash').orderBy('day', 'desc').limit(1).executeTakeFirst()
    const seal = await sealOf(tx, day, before?.hash ?? Buffer.of())
    await tx.insertInto('audit_seal').values(seal).execute()
    return seal
  })

/** Computes the seal of a day from its current rows. Times are hashed as numbers, which no setting of a connection changes. */
async function sealOf(read: Reader, day: string, previous: Buffer): Promise<Seal> {
  const { rows } = await sql<{ rows: bigint; hash: Buffer }>`
    select count(*) as rows, sha256(${previous}::bytea || convert_to(${day}, 'UTF8') || coalesce(string_agg(sha256(convert_to(
      jsonb_build_array(id, extract(epoch from at), event, actor_id, session_id, address, subject_kind, subject, before, after, reason)::text, 'UTF8'
    )), ''::bytea order by id), ''::bytea)) as hash
    from audit where at >= ${startOfJakartaDay(day)} and at < ${startOfJakartaDay(dayAfter(day))}`.execute(read)
  const [seal] = rows
  if (!seal) throw new Error(`the audit of ${day} has no seal`)
  return { day, previous, ...seal }
}

const dayText = sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')

interface Broken {
  day: string
  why: string
}

/** Days, oldest first, whose rows or seals differ from what was sealed: of the last `days` days, or of all days. */
export async function brokenSeals(read: Reader, days?: number): Promise<Broken[]> {
  const newest = await read
    .selectFrom('audit_seal')
    .select([dayText, 'rows', 'hash', 'previous'])
    .orderBy('audit_seal.day', 'desc')
    .$if(days !== undefined, (seals) => seals.limit(days ?? 0))
    .execute()
  const seals = newest.reverse()
  const broken = days === undefined ? await brokenBefore(read, seals[0]) : []
  let before: Seal | undefined
  for (const seal of seals) {
    const now = await sealOf(read, seal.day, seal.previous)
    if (!now.hash.equals(seal.hash)) broken.push({ day: seal.day, why: `${now.rows} rows are there, ${seal.rows} others were sealed` })
    if (before && !(before.hash.equals(seal.previous) && dayAfter(before.day) === seal.day))
      broken.push({ day: seal.day, why: `its seal does not follow that of ${before.day}` })
    before = seal
  }
  return broken
}

/** Reports what must not precede the first seal: an earlier seal, or an audit row of an earlier day. */
async function brokenBefore(read: Reader, first: Seal | undefined): Promise<Broken[]> {
  if (!first) return []
  const older = await read.selectFrom('audit').select('id').where('at', '<', startOfJakartaDay(first.day)).limit(1).executeTakeFirst()
  return [
    ...(first.previous.length > 0 ? [{ day: first.day, why: 'the seals before it are gone' }] : []),
    ...(older ? [{ day: first.day, why: 'rows stand before it that no seal covers' }] : []),
  ]
}
