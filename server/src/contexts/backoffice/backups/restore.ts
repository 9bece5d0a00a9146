import { chmod, chown, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, shellQuoted, startEmbeddedPostgres, unfinishedRestore, userOfNewDatabase } from '#db/embedded-postgres.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { chooseBackup, listBackups, type Manifest, usable } from './manifest.ts'
import { needsKey, readArchive } from './streams.ts'
import { BackupError } from './target.ts'
import { fetchWal, walAfter } from './wal.ts'

export interface RestoreOptions {
  store: ObjectStore
  /** The current secret key and former ones. */
  secretKeys: readonly string[]
  /** Private key of age; empty for backups without encryption. */
  identity: string
  /** A moment, the end of the WAL archive, or the end of the backup itself. */
  to: Date | 'archive' | 'backup'
  /** The name of a backup; null for the newest one that fits. */
  name: string | null
  /** Follow this timeline in place of the newest one; eight hexadecimal digits. */
  timeline: string | null
  /** A folder that does not exist yet, or is empty. */
  folder: string
  /** Called at the beginning of each step, with its description. */
  onStep(step: string): void
}

/** A restored database that is running and accepts no writes. */
export interface Copy {
  manifest: Manifest
  url: string
  /** Time of the newest commit in the copy, if there is any after the backup. */
  newestCommit: Date | null
  /** The archive ended before the wanted moment. */
  endedEarly: boolean
  /** Makes it an ordinary database, and stops it. */
  finish(): Promise<void>
  /** Stops it as it is. */
  stop(): Promise<void>
}

const walFolder = 'wal-for-restore'

/** Nothing is written before the backup is chosen and the keys fit. While the marker is in the folder, no Lapak starts there. */
export async function restoreCopy(options: RestoreOptions): Promise<Copy> {
  const { store, secretKeys, identity, to, name, folder, onStep } = options
  const found = await listBackups(store, secretKeys)
  const manifest = chooseBackup(found, { to: to instanceof Date ? to : null, name })
  if (manifest.recipient !== '' && identity === '') throw new BackupError(needsKey)
  const next = to instanceof Date ? (usable(found).find(({ startedAt }) => startedAt > to) ?? null) : null
  const wal = await walAfter(store, manifest, to === 'backup' ? manifest : next)
  await makeEmpty(folder)
  await demandRoom(folder, manifest)
  onStep(`restoring backup ${manifest.name} into ${folder}`)
  await readArchive(store, manifest.database, folder, identity)
  for (const pictures of [manifest.pictures, next?.pictures ?? null])
    if (pictures !== null) await readArchive(store, pictures, folder, identity)
  onStep(`reading ${wal.length} files of the WAL archive`)
  await mkdir(join(folder, walFolder), { mode: 0o700 })
  await fetchWal({ store, identity, secretKeys, systemId: manifest.systemId }, wal, join(folder, walFolder))
  await writeFile(join(folder, 'postgres/recovery.signal'), '')
  await chmod(join(folder, 'postgres'), 0o700)
  await giveToPostgres(folder)
  onStep('starting the copy')
  return startCopy(options, manifest)
}

async function makeEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (there.length > 0) throw new BackupError(`${folder} is not empty; a restore goes into a new folder, and never over existing data`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, unfinishedRestore), 'This restore was not finished.\n')
}

/** Room for the WAL and for the checks. */
const spareShare = 1.1
const spareBytes = 200 * 1024 ** 2

async function demandRoom(folder: string, { unpackedBytes }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = unpackedBytes * spareShare + spareBytes
  if (bavail * bsize < needed)
    throw new BackupError(`${folder} has ${megabytes(bavail * bsize)} MB of room, and the restore needs ${megabytes(needed)} MB`)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)

/** PostgreSQL does not run as root. */
async function giveToPostgres(folder: string): Promise<void> {
  const user = await userOfNewDatabase(folder)
  if (user === undefined) return
  for (const name of ['postgres', walFolder]) {
    await chown(join(folder, name), user.uid, user.gid)
    for (const file of await readdir(join(folder, name), { recursive: true })) await chown(join(folder, name, file), user.uid, user.gid)
  }
}

async function startCopy(options: RestoreOptions, manifest: Manifest): Promise<Copy> {
  try {
    return await openCopy(options, manifest, options.to)
  } catch (error) {
    if (!(options.to instanceof Date) || !isTooEarly(error)) throw error
    options.onStep(`the archive has no commit after ${options.to.toISOString()}: going to its end`)
    return { ...(await openCopy(options, manifest, 'archive')), endedEarly: true }
  }
}

const isTooEarly = (error: unknown) =>
  error instanceof Error && /recovery ended before configured recovery target was reached/.test(error.message)

async function openCopy({ folder, timeline }: RestoreOptions, manifest: Manifest, to: RestoreOptions['to']): Promise<Copy> {
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    isCopy: true,
    settings: {
      // Otherwise the copy would write its own history into the backup of the original.
      archive_mode: 'off',
      restore_command: `cp ${shellQuoted(join(folder, walFolder)).replaceAll('%', '%%')}/%f %p`,
      default_transaction_read_only: 'on',
      hot_standby: 'on',
      ...(to instanceof Date && {
        recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'pause',
      }),
      ...(to === 'backup' && { recovery_target: 'immediate', recovery_target_action: 'pause' }),
      ...(timeline !== null && { recovery_target_timeline: `0x${timeline}` }),
    },
    log: { error: () => undefined, info: () => undefined },
  })
  try {
    await recovered(server, folder, 'paused')
    const newestCommit = await withClient(server.url, async (client) => {
      const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
      return rows[0]?.at ?? null
    })
    return { manifest, url: server.url, newestCommit, endedEarly: false, finish: () => finish(server, folder), stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Until the copy is at the end of its recovery: paused there, or a database of its own. */
async function recovered(server: EmbeddedPostgres, folder: string, until: 'paused' | 'promoted'): Promise<void> {
  for (;;) {
    const state = await stateOf(server.url)
    if (state === 'promoted' || state === until) return
    if (server.hasEnded()) throw new BackupError(`the copy ended: ${await lastLines(join(folder, 'postgres.log'))}`)
    await pause(100)
  }
}

/** Null while the copy does not answer. */
const stateOf = (url: string): Promise<'paused' | 'promoted' | 'recovering' | null> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (!rows[0]?.recovering) return 'promoted'
    const { rows: states } = await client.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    return states[0]?.state === 'paused' ? 'paused' : 'recovering'
  }).catch(() => null)

async function withClient<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-restore', connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n')
  return lines.slice(-12).join('\n')
}

/** The copy begins a timeline of its own. Its number is not that of another restore, since the archive knows those. */
async function finish(server: EmbeddedPostgres, folder: string): Promise<void> {
  try {
    if ((await stateOf(server.url)) === 'paused') await withClient(server.url, (client) => client.query('select pg_wal_replay_resume()'))
    await recovered(server, folder, 'promoted')
    await withClient(server.url, (client) => client.query('checkpoint'))
  } finally {
    await server.stop()
  }
  await rm(join(folder, walFolder), { recursive: true })
  await rm(join(folder, unfinishedRestore))
}
