import { randomUUID } from 'node:crypto'
import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  /** Called once, when the database has gone back while this process runs. */
  wentBack(): void
}

/** Counts the beat up as a part of another statement, except while a restore waits for confirmation. `id` and `condition` are SQL. */
export const countUpSql = (id: string, condition: string): string =>
  `update worker_witness set beat = beat + 1, updated_at = now() where id = ${id} and ${condition}
    and not exists (select from database_restore where confirmed_at is null) returning beat`

const countUp = { name: 'witness.count-up', text: countUpSql('$1', 'true') }

/** How often the beat is counted up while nothing is sent, and the file is forced to the disk, in milliseconds. */
const beatIntervalMs = 1_000
/**
 * After so many beats, a new row is begun: while a long transaction runs elsewhere, such as a backup, old versions of a row cannot be removed, and each
 * claim would read all of them.
 */
const beatsPerRow = 1_000n
/** How often a failure is written to the log, in milliseconds. */
const logIntervalMs = 60_000
const forceToDisk = promisify(fsync)

/** Begins a row and a file of this process. `compareWitnesses` must have been called before. */
export async function openWitness({ db, folder, log, wentBack }: WitnessOptions): Promise<Witness> {
  await mkdir(folder, { recursive: true })
  const begin = async () => {
    const id = randomUUID()
    await db.transaction((tx) => tx.insertInto('worker_witness').values({ id, beat: 1n }).execute())
    return openFile(join(folder, `${await prefixOf(db)}${id}`), id)
  }
  let current = await begin()
  /** Claims that were sent before the change of the row still count it up. */
  let former: BeatFile | null = null
  let isReported = false
  let loggedAt = 0

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
          if (!isReported)
            log.error({ expected: String(before), beat: String(beat ?? 'none') }, 'the database has gone back while this process runs')
          isReported = true
          wentBack()
          throw new Error('the database has gone back: acknowledged commits are lost')
        }
        try {
          file.write(beat)
        } catch (error) {
          // Orders are more important than a full disk of the file.
          logSometimes(error, 'writing the witness failed')
        }
      },
    }
  }

  async function beatOnce() {
    const { id, confirm } = expectBeat()
    const [row] = await db.fast.run<{ beat: bigint }>(countUp, [id])
    confirm(row?.beat)
    await current.flush()
    if (current.last() < beatsPerRow) return
    await former?.remove()
    former = current
    current = await begin()
  }

  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= beatOnce()
      // While the database is away, nothing is counted and nothing is sent either.
      .catch((error) => logSometimes(error, 'counting the witness up failed'))
      .finally(() => {
        running = null
      })
  }, beatIntervalMs)
  return {
    expectBeat,
    async close() {
      clearInterval(timer)
      await running
      former?.close()
      current.close()
    },
  }
}

interface BeatFile {
  id: string
  last(): bigint
  /** Does nothing for a smaller beat than the last one, and after the file was closed. */
  write(beat: bigint): void
  flush(): Promise<void>
  close(): void
  remove(): Promise<void>
}

function openFile(path: string, id: string): BeatFile {
  const file = openSync(path, 'w', 0o600)
  let last = 0n
  let isClosed = false
  function write(beat: bigint) {
    if (beat <= last || isClosed) return
    // The same length each time, so that a write never leaves a part of the former number.
    writeSync(file, String(beat).padStart(20, '0'), 0)
    last = beat
  }
  function close() {
    if (!isClosed) closeSync(file)
    isClosed = true
  }
  write(1n)
  return {
    id,
    last: () => last,
    write,
    flush: () => forceToDisk(file),
    close,
    async remove() {
      close()
      await unlink(path)
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
    const text = await readFile(path, 'utf8')
    // A process that was killed before its first write leaves an empty file.
    if (/^\d{20}$/.test(text))
      files.push({ path, id: name.slice(prefix.length), beat: BigInt(text), changedMs: (await stat(path)).mtimeMs })
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

/** A worker that has not counted for this long does not live, in milliseconds. */
const aliveMs = 15_000

/** How many worker processes live, and when one was last seen. */
export async function readWorkers(read: Reader): Promise<{ alive: bigint; last: Date | null }> {
  return read
    .selectFrom('worker_witness')
    .select((witness) => [
      witness.fn
        .countAll<bigint>()
        .filterWhere('updated_at', '>', new Date(Date.now() - aliveMs))
        .as('alive'),
      witness.fn.max('updated_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
}
