import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { archiveOf, type RunningEmbedded } from '#db/embedded-postgres.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { withBackupLock, withWalLock } from './lock.ts'
import { type Manifest, nameOf, prefixOf, writeManifest } from './manifest.ts'
import { type Entry, writeArchive } from './streams.ts'
import { BackupError, removeAll } from './target.ts'
import { demandContiguous, listWal, shipWal } from './wal.ts'

export interface TakeOptions {
  store: ObjectStore
  /** Public key of age; empty for no encryption. */
  recipient: string
  /** The current secret key, then former ones. */
  secretKeys: readonly string[]
  dataDir: string
  /** False if the pictures are in an object store. */
  hasPictures: boolean
  postgres: RunningEmbedded
}

/** Waits for the archive no longer than this, in milliseconds. */
const archiveWaitMs = 600_000

/**
 * An online backup by the low-level functions of PostgreSQL: its files are copied while they change, and the WAL that is written meanwhile makes them
 * consistent. The manifest is written last, after everything else was read back.
 */
export function takeBackup(options: TakeOptions): Promise<Manifest> {
  const { store, secretKeys, postgres } = options
  return withBackupLock(postgres.ownerUrl, async (client) => {
    const systemId = await prepare(client, postgres)
    const startedAt = await databaseTime(client)
    const name = nameOf(startedAt)
    try {
      const manifest = { format: 1 as const, name, startedAt, systemId, ...(await writeContent(options, client, systemId, prefixOf(name))) }
      await writeManifest(store, manifest, secretKeys[0] ?? '')
      return manifest
    } catch (error) {
      // What is left would fill the place for days. Of a process that was killed, the retention deletes it. The manifest first: parts without it are no
      // backup.
      await store.remove(`${prefixOf(name)}manifest.json`).catch(() => undefined)
      await removeAll(store, prefixOf(name)).catch(() => undefined)
      throw error
    }
  })
}

type Content = Omit<Manifest, 'format' | 'name' | 'startedAt' | 'systemId'>

async function writeContent(options: TakeOptions, client: pg.Client, systemId: string, prefix: string): Promise<Content> {
  const { store, recipient, dataDir, hasPictures, postgres } = options
  const size = { bytes: 0 }
  const end: { stopped: Stopped | null } = { stopped: null }
  await client.query(`select pg_backup_start('lapak', fast => true)`)
  const files = counting(databaseEntries(client, postgres.folder, dataDir, end), size)
  const database = await writeArchive(store, `${prefix}database`, files, recipient)
  if (end.stopped === null) throw new Error('the backup was not stopped')
  const stoppedAt = await databaseTime(client)
  // Pictures are written before the rows that name them, and those that no row names are deleted later.
  const pictures = hasPictures
    ? await writeArchive(store, `${prefix}pictures`, counting(folderEntries(join(dataDir, 'uploads'), 'uploads'), size), recipient)
    : null
  await shipAll(options, systemId, end.stopped)
  const storedBytes = [...database, ...(pictures ?? [])].reduce((sum, { bytes }) => sum + bytes, 0)
  return { stoppedAt, ...end.stopped, recipient, unpackedBytes: size.bytes, storedBytes, database, pictures }
}

async function prepare(client: pg.Client, { folder }: RunningEmbedded): Promise<string> {
  const { rows } = await client.query<{ id: string; archives: boolean; segment: string; tablespaces: number }>(
    `select system_identifier::text as id, current_setting('archive_mode') = 'on' and position($1 in current_setting('archive_command')) > 0 as archives,
      current_setting('wal_segment_size') as segment, (select count(*)::int from pg_tablespace where spcname !~ '^pg_') as tablespaces
    from pg_control_system()`,
    [archiveOf(folder)],
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL has no control data')
  if (!found.archives) throw new BackupError('PostgreSQL runs since before backups were configured; stop Lapak and start it again, once')
  if (found.segment !== '16MB') throw new BackupError(`WAL files of ${found.segment} are not supported, only of 16MB`)
  if (found.tablespaces > 0) throw new BackupError('tablespaces are not supported')
  return found.id
}

async function databaseTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

interface Stopped {
  startSegment: string
  stopSegment: string
}

/** Ends the backup after the last file, so that the label is part of the archive. */
async function* databaseEntries(
  client: pg.Client,
  folder: string,
  dataDir: string,
  end: { stopped: Stopped | null },
): AsyncGenerator<Entry> {
  yield* clusterEntries(folder)
  await client.query(`set statement_timeout = ${archiveWaitMs}`)
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string; segment: string }>(
    'select labelfile, spcmapfile, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => true)',
  )
  const [{ labelfile, segment } = { labelfile: '', segment: '' }] = rows
  const startSegment = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(labelfile)?.[1]
  if (startSegment === undefined) throw new Error('the label of the backup names no WAL file')
  yield fileOf('postgres/backup_label', Buffer.from(labelfile))
  // The roles of a copy have the passwords of the original.
  yield fileOf('postgres.password', await readFile(join(dataDir, 'postgres.password')))
  end.stopped = { startSegment, stopSegment: segment }
}

const fileOf = (path: string, content: Buffer): Entry => ({ path, size: content.length, content: one(content) })

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** As the manual of PostgreSQL lists them: what a restored server makes again, or what must not be in a copy. */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const leftOut =
  /^(postmaster\.pid|postmaster\.opts|current_logfiles\.tmp|backup_label(\.old)?|backup_manifest|(recovery|standby)\.signal)$|(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*$/
/** Read last, since recovery begins with it. */
const control = 'global/pg_control'

async function* clusterEntries(folder: string): AsyncGenerator<Entry> {
  yield { path: 'postgres', size: null }
  for await (const entry of filesBelow(folder, '', (path) => emptied.test(path))) {
    if (leftOut.test(entry.path) || entry.path === control) continue
    yield entry.size === null ? { path: `postgres/${entry.path}`, size: null } : { ...entry, path: `postgres/${entry.path}` }
  }
  yield fileOf(`postgres/${control}`, await readTwice(join(folder, control)))
}

/** Until two readings are the same: PostgreSQL writes the file without a lock for readers. */
async function readTwice(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    const again = await readFile(path)
    if (again.equals(before)) return again
    before = again
  }
}

async function* folderEntries(folder: string, name: string): AsyncGenerator<Entry> {
  yield { path: name, size: null }
  if (!(await stat(folder).catch(() => null))) return
  for await (const entry of filesBelow(folder, '', () => false)) {
    if (entry.path.endsWith('.tmp')) continue
    yield { ...entry, path: `${name}/${entry.path}` }
  }
}

/** Files and folders; what is deleted meanwhile is left out. */
async function* filesBelow(folder: string, below: string, isEmptied: (path: string) => boolean): AsyncGenerator<Entry> {
  for (const name of (await readdir(join(folder, below))).sort()) {
    const path = below === '' ? name : `${below}/${name}`
    const full = join(folder, path)
    const found = await lstat(full).catch(nullIfGone)
    if (found?.isDirectory() || (found?.isSymbolicLink() && isEmptied(path))) {
      yield { path, size: null }
      if (!isEmptied(path)) yield* filesBelow(folder, path, isEmptied)
    } else if (found?.isFile()) yield { path, size: found.size, content: read(full, found.size) }
    else if (found) throw new BackupError(`${full} is neither a file nor a folder, so a backup would lack it`)
  }
}

/** Any other error would leave a file out of a backup that counts as good. */
function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const chunkBytes = 1024 ** 2

/** A table that is deleted after its size was read is restored as zeros, and deleted again by the WAL. */
async function* read(path: string, size: number): AsyncGenerator<Buffer> {
  try {
    // Most files are small, and a stream for each of them takes longer than the file.
    if (size <= chunkBytes) yield await readFile(path)
    else for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) yield chunk as Buffer
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

async function* counting(entries: AsyncIterable<Entry>, total: { bytes: number }): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    total.bytes += entry.size ?? 0
    yield entry
  }
}

/** PostgreSQL has archived the WAL of the backup; another process may be moving it. */
async function shipAll(
  { store, recipient, secretKeys, postgres }: TakeOptions,
  systemId: string,
  { startSegment, stopSegment }: Stopped,
): Promise<void> {
  await withWalLock(postgres.ownerUrl, () =>
    shipWal({ store, recipient, secretKeys, systemId, archive: archiveOf(postgres.folder), cluster: postgres.folder }),
  )
  demandContiguous(new Set((await listWal(store, systemId)).map(({ file }) => file)), startSegment, stopSegment)
}
