import { randomUUID } from 'node:crypto'
import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Log } from '#shared/log.ts'
import type { Database, Reader, Tx } from './db.ts'
import { recordRestore } from './restore.ts'

/**
 * A file outside of the database that knows the newest commit of this process: a number (`beat`) that the database counts up. If the database later
 * has a smaller one, acknowledged commits are gone, whatever the timeline says (ADR 0089). The file must not be part of the backup from which the
 * database is restored.
 */
export interface Witness {
  /**
   * Call it before sending a statement that counts the beat up (`countUpSql`).
   * @returns the row to count up, and a function that must be called with the returned beat before acting on the statement: it writes the file, and
   * throws if the database went back or a restore waits for confirmation. Beats of concurrent statements may come in any order.
   */
  expectBeat(): { id: string; confirm(beat: bigint | null | undefined): void }
  close(): Promise<void>
}

export interface WitnessOptions {
  db: Database
  /** The folder of the files; several processes may share it. */
  folder: string
  log: Pick<Log, 'error'>
  /** Called when a restore was noticed, or the database has gone back, while this process runs. */
  wentBack(): void
  pace?: WitnessPace
}

/** Counts the beat up as a part of another statement, except while a restore waits for confirmation. `id` and `condition` are SQL. */
export const countUpSql = (id: string, condition: string): string =>
  `update worker_witness set beat = beat + 1, updated_at = now() where id = ${id} and ${condition}
    and not exists (select from database_restore where confirmed_at is null) returning beat`

const countUp = { name: 'witness.count-up', text: countUpSql('$1', 'true') }

export interface WitnessPace {
  /** How often the beat is counted up while nothing is sent, and the file is forced to the disk, in milliseconds. */
  beatIntervalMs: number
  /**
   * After so many beats, and not before this time in milliseconds, a new row is begun: while a long transaction runs elsewhere, such as a backup, old
   * versions of a row cannot be removed, and each claim would read all of them. The time is longer than any claim takes, which may still count the
   * former row up.
   */
  beatsPerRow: bigint
  rowMinMs: number
}

const normalPace: WitnessPace = { beatIntervalMs: 1_000, beatsPerRow: 1_000n, rowMinMs: 60_000 }
/** How often a failure is written to the log, in milliseconds. */
const logIntervalMs = 60_000

/** Begins a row and a file of this process. `compareWitnesses` must have been called before. */
export async function openWitness({ db, folder, log, wentBack, pace = normalPace }: WitnessOptions): Promise<Witness> {
  const begin = async () => {
    const id = randomUUID()
    await db.transaction((tx) => tx.insertInto('worker_witness').values({ id, beat: 1n }).execute())
    return openFile(join(folder, `${await prefixOf(db)}${id}`), id, logSometimes)
  }
  let loggedAt = 0
  await mkdir(folder, { recursive: true }).catch((error) => logSometimes(error, 'the folder of the witness cannot be made'))
  let current = await begin()
  let begunAt = Date.now()
  /** Claims that were sent before the change of the row still count it up. */
  let former: BeatFile | null = null
  let isReported = false

  function logSometimes(error: unknown, message: string) {
    if (Date.now() - loggedAt < logIntervalMs) return
    loggedAt = Date.now()
    log.error({ err: error }, message)
  }

  function expectBeat() {
    const file = current
    const before = file.last()
    return {
      id: file.id,
      confirm(beat: bigint | null | undefined) {
        if (beat === null || beat === undefined || beat <= before) {
          const reason =
            beat === null || beat === undefined
              ? 'a restore waits for confirmation, or the row of this witness is gone'
              : 'the database has gone back: acknowledged commits are lost'
          if (!isReported) log.error({ expected: String(before), beat: String(beat ?? 'none') }, `nothing may be sent: ${reason}`)
          isReported = true
          wentBack()
          throw new Error(reason)
        }
        file.write(beat)
      },
    }
  }

  async function beatOnce() {
    const { id, confirm } = expectBeat()
    const [row] = await db.fast.run<{ beat: bigint }>(countUp, [id])
    confirm(row?.beat)
    current.flush()
    if (current.last() >= pace.beatsPerRow && Date.now() - begunAt >= pace.rowMinMs) await beginAnother()
  }

  async function beginAnother() {
    const next = await begin()
    const old = former
    former = current
    current = next
    begunAt = Date.now()
    await retire(db, [former.id])
    if (old === null) return
    // The file before its row, because a file without a row is a loss.
    await old.remove()
    await db.transaction((tx) => tx.deleteFrom('worker_witness').where('id', '=', old.id).execute())
  }

  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= beatOnce()
      // While the database is away, nothing is counted and nothing is sent either.
      .catch((error) => logSometimes(error, 'counting the witness up failed'))
      .finally(() => {
        running = null
      })
  }, pace.beatIntervalMs)
  return {
    expectBeat,
    async close() {
      clearInterval(timer)
      await running
      const files = former === null ? [current] : [former, current]
      for (const file of files) file.close()
      await retire(
        db,
        files.map(({ id }) => id),
      ).catch(() => undefined)
    },
  }
}

const retire = (db: Database, ids: string[]): Promise<unknown> =>
  db.transaction((tx) => tx.updateTable('worker_witness').set({ retired: true }).where('id', 'in', ids).execute())

interface BeatFile {
  id: string
  last(): bigint
  /** Does nothing for a smaller beat than the last one, and after the file was closed. */
  write(beat: bigint): void
  /** Starts to force the file to the disk. */
  flush(): void
  close(): void
  remove(): Promise<void>
}

/** Errors are only logged: orders are more important than a full disk of the file. */
function openFile(path: string, id: string, logError: (error: unknown, message: string) => void): BeatFile {
  const file = attempt(() => openSync(path, 'w', 0o600)) ?? null
  let last = 0n
  let isClosed = false
  let isFlushing = false
  function attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act()
    } catch (error) {
      logError(error, 'writing the witness failed')
    }
  }
  function write(beat: bigint) {
    if (beat <= last || isClosed) return
    last = beat
    // The same length each time, so that a write never leaves a part of the former number.
    if (file !== null) attempt(() => writeSync(file, String(beat).padStart(20, '0'), 0))
  }
  function close() {
    if (!isClosed && file !== null) attempt(() => closeSync(file))
    isClosed = true
  }
  write(1n)
  return {
    id,
    last: () => last,
    write,
    flush() {
      if (file === null || isFlushing || isClosed) return
      isFlushing = true
      fsync(file, (error) => {
        isFlushing = false
        if (error) logError(error, 'forcing the witness to the disk failed')
      })
    },
    close,
    async remove() {
      close()
      await unlink(path).catch(() => undefined)
    },
  }
}

// — Compare

/** Files of earlier processes are deleted after this time without a change, in milliseconds: by then later ones have proved the same. */
const keptMs = 24 * 3_600_000
/** Older files are not compared, since their rows are deleted after twice this time. */
const comparedMs = 60 * 24 * 3_600_000

interface WitnessFile {
  path: string
  id: string
  beat: bigint
  changedMs: number
}

/**
 * Compares the files of earlier processes with the database, and records a restore (`db/restore.ts`) if the database has gone back. A worker also records
 * one if it has nothing to compare, and is the first one on a new timeline.
 */
export async function compareWitnesses(db: Database, folder: string, { isWorker }: { isWorker: boolean }): Promise<void> {
  const files = await readFiles(folder, await prefixOf(db))
  if (files.length > 0) await compare(db, files)
  else if (isWorker) await recordUnwitnessed(db)
  for (const { path, changedMs } of files) if (changedMs < Date.now() - keptMs) await unlink(path).catch(() => undefined)
}

/** Files of other databases in the folder have other names. */
async function prefixOf({ read }: Database): Promise<string> {
  const { rows } = await sql<{ cluster: bigint; name: string }>`
    select system_identifier as cluster, current_database() as name from pg_control_system()`.execute(read)
  return `${rows[0]?.cluster}-${encodeURIComponent(rows[0]?.name ?? '')}-`
}

async function readFiles(folder: string, prefix: string): Promise<WitnessFile[]> {
  const files: WitnessFile[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    // Another process may delete it meanwhile. A process that was killed before its first write leaves an empty file.
    const [text, status] = await Promise.all([readFile(path, 'utf8').catch(() => ''), stat(path).catch(() => null)])
    if (/^\d{20}$/.test(text) && status !== null)
      files.push({ path, id: name.slice(prefix.length), beat: BigInt(text), changedMs: status.mtimeMs })
  }
  return files
}

/** Stores the beats of the files, so that each loss of commits is recorded once. */
async function compare(db: Database, files: readonly WitnessFile[]): Promise<void> {
  await db.transaction(async (tx) => {
    const { confirmed } = await tx
      .selectFrom('database_restore')
      .select((restore) => restore.fn.max('confirmed_at').as('confirmed'))
      .executeTakeFirstOrThrow()
    // What was written before a confirmation is part of what was confirmed.
    const since = Math.max(Date.now() - comparedMs, confirmed?.getTime() ?? 0)
    const rows = await tx.selectFrom('worker_witness').select(['id', 'beat']).execute()
    const known = new Map(rows.map(({ id, beat }) => [id, beat]))
    const lost = files.filter(({ id, beat, changedMs }) => changedMs > since && (known.get(id) ?? 0n) < beat)
    for (const { id, beat } of lost)
      await tx
        .insertInto('worker_witness')
        .values({ id, beat })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat }))
        .execute()
    await tx
      .deleteFrom('worker_witness')
      .where('updated_at', '<', new Date(Date.now() - 2 * comparedMs))
      .execute()
    if (lost.length > 0) await recordLoss(tx, new Date(Math.max(...lost.map(({ changedMs }) => changedMs))))
  })
}

/** On a timeline that began before the loss, nothing has advanced the sequences yet. */
async function recordLoss(tx: Tx, until: Date): Promise<void> {
  const { began_at } = await tx.selectFrom('database_timeline').select('began_at').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const isSameTimeline = began_at <= until
  await recordRestore(tx, {
    reason: 'commits_lost',
    detail: `commits until ${until.toISOString()} were acknowledged and are missing`,
    lostUntil: isSameTimeline ? until : null,
  })
  if (isSameTimeline) await sql`select begin_timeline(again => true)`.execute(tx)
}

/** On a new timeline on which no worker has compared its files, if there is something to lose. */
async function recordUnwitnessed(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql`
      select from (select began_at from database_timeline where ids_skipped > 0 order by id desc limit 1) newest
      where not exists (select from worker_witness where updated_at >= newest.began_at) and exists (select from attempt)
        and not exists (select from database_restore where confirmed_at >= newest.began_at)`.execute(tx)
    if (rows.length > 0)
      await recordRestore(tx, { reason: 'no_witness', detail: 'no witness of the time before the restore', lostUntil: null })
  })
}

// — Live workers

/** How many worker processes live, and when one was last seen. One that has not counted for 15 seconds does not live. */
export async function readWorkers(read: Reader): Promise<{ alive: bigint; last: Date | null }> {
  const { rows } = await sql<{ alive: bigint; last: Date | null }>`
    select count(*) filter (where not retired and updated_at > now() - interval '15 seconds') as alive, max(updated_at) as last
    from worker_witness`.execute(read)
  return rows[0] ?? { alive: 0n, last: null }
}
