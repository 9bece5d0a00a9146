import { randomUUID } from 'node:crypto'
import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Log } from '#shared/log.ts'
import type { Database } from './db.ts'
import { recordRestore } from './restore.ts'

/**
 * A file outside of the database that knows the newest commit of this process: a number (`beat`) that the database counts up. If the database later
 * has a smaller one, acknowledged commits are gone, whatever the timeline says (ADR 0089). The file must not be part of the backup from which the
 * database is restored.
 */
export interface Witness {
  /** Id of this process's row in `worker_witness`. */
  readonly id: string
  /**
   * Called before a statement that counts the beat up is sent. The returned function is called with the beat that it returned, before anything leaves
   * that the statement allows; it writes the file. Throws if the database has gone back.
   */
  counting(): (beat: bigint | null | undefined) => void
  close(): Promise<void>
}

export interface WitnessOptions {
  db: Database
  /** The folder of the files; several processes may share it. */
  folder: string
  log: Pick<Log, 'error'>
  /** Called when the database has gone back while this process runs. */
  wentBack(): void
}

/** Counts the beat up as a part of another statement. `id` and `condition` are SQL. */
export const countUpSql = (id: string, condition: string): string =>
  `update worker_witness set beat = beat + 1, updated_at = now() where id = ${id} and ${condition} returning beat`

/** How often the beat is counted up while nothing is sent, and the file is forced to the disk, in milliseconds. */
const beatEveryMs = 1_000
/** Files of earlier processes are deleted after this time without a change, in milliseconds: by then later ones have proved the same. */
const keptMs = 24 * 3_600_000
/** Older files say nothing: their rows are deleted. */
const meaningfulMs = 60 * 24 * 3_600_000

/** Compares the files of earlier processes with the database, and notices a restore (`db/restore.ts`) if the database has gone back. */
export async function compareWitnesses(db: Database, folder: string): Promise<void> {
  await compare(db, await readFiles(folder, await prefixOf(db)))
}

/** Compares, as `compareWitnesses`, notices also that there is nothing to compare on a new timeline, and begins a new row and file. */
export async function openWitness({ db, folder, log, wentBack }: WitnessOptions): Promise<Witness> {
  await mkdir(folder, { recursive: true })
  const prefix = await prefixOf(db)
  const earlier = await readFiles(folder, prefix)
  if ((await compare(db, earlier)) === 'nothing') await recordUnwitnessed(db)
  const id = randomUUID()
  const { beat: first } = await db.transaction(async (tx) => {
    await tx
      .deleteFrom('worker_witness')
      .where('updated_at', '<', new Date(Date.now() - 2 * meaningfulMs))
      .execute()
    return tx.insertInto('worker_witness').values({ id, beat: 1n }).returning('beat').executeTakeFirstOrThrow()
  })
  let last = 0n
  let isBack = false
  const file = openSync(join(folder, `${prefix}${id}`), 'w', 0o600)

  function write(beat: bigint) {
    if (beat <= last) return
    last = beat
    // The same length each time, so that a write never leaves a part of the former number.
    writeSync(file, String(beat).padStart(20, '0'), 0)
  }

  function counting() {
    const before = last
    return (beat: bigint | null | undefined) => {
      if (beat !== null && beat !== undefined && beat > before) return write(beat)
      if (!isBack) {
        isBack = true
        log.error({ expected: String(before), beat: String(beat ?? 'none') }, 'the database has gone back while this process runs')
        wentBack()
      }
      throw new Error('the database has gone back: acknowledged commits are lost')
    }
  }

  async function count() {
    const counted = counting()
    const row = await db.transaction((tx) =>
      tx
        .updateTable('worker_witness')
        .set({ beat: sql<bigint>`beat + 1`, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returning('beat')
        .executeTakeFirst(),
    )
    counted(row?.beat)
    await new Promise<void>((done) => fsync(file, () => done()))
  }

  write(first)
  let running: Promise<void> = Promise.resolve()
  // While the database is away, nothing is counted and nothing is sent either.
  const timer = setInterval(() => {
    running = running.then(count).catch(() => undefined)
  }, beatEveryMs)
  for (const { path, changedMs } of earlier) if (changedMs < Date.now() - keptMs) await unlink(path).catch(() => undefined)
  return {
    id,
    counting,
    async close() {
      clearInterval(timer)
      await running
      closeSync(file)
    },
  }
}

interface WitnessFile {
  path: string
  id: string
  beat: bigint
  changedMs: number
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

/** Stores the beats of the files, so that each loss of commits is noticed once. Returns 'nothing' if there is no file to compare. */
async function compare(db: Database, files: readonly WitnessFile[]): Promise<'nothing' | 'compared'> {
  if (files.length === 0) return 'nothing'
  await db.transaction(async (tx) => {
    const { confirmed } = await tx
      .selectFrom('database_restore')
      .select((restore) => restore.fn.max('confirmed_at').as('confirmed'))
      .executeTakeFirstOrThrow()
    // What was written before a confirmation is part of what was confirmed.
    const since = Math.max(Date.now() - meaningfulMs, confirmed?.getTime() ?? 0)
    const rows = await tx.selectFrom('worker_witness').select(['id', 'beat']).execute()
    const known = new Map(rows.map(({ id, beat }) => [id, beat]))
    const lost = files.filter(({ id, beat, changedMs }) => changedMs > since && (known.get(id) ?? 0n) < beat)
    for (const { id, beat } of lost)
      await tx
        .insertInto('worker_witness')
        .values({ id, beat })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat }))
        .execute()
    if (lost.length === 0) return
    const until = new Date(Math.max(...lost.map(({ changedMs }) => changedMs))).toISOString()
    await recordRestore(tx, 'commits_lost', `commits until ${until} were acknowledged and are missing`)
  })
  return 'compared'
}

/** On a new timeline on which no worker has compared its files, if there is something to lose. */
async function recordUnwitnessed(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql`
      select from (select began_at from database_timeline where ids_skipped > 0 order by id desc limit 1) newest
      where not exists (select from worker_witness where updated_at >= newest.began_at) and exists (select from attempt)
        and not exists (select from database_restore where confirmed_at >= newest.began_at)`.execute(tx)
    if (rows.length > 0) await recordRestore(tx, 'no_witness', 'no witness of the time before the restore')
  })
}
