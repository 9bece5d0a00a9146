import { createHmac, scryptSync } from 'node:crypto'
import { open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Manifest } from './manifest.ts'
import { packed, unpacked } from './streams.ts'
import { BackupError, putVerified, repeated } from './target.ts'

/*
 * The WAL archive of a cluster: `wal/<system identifier>/<file>.<MAC of its content>`. PostgreSQL copies finished files into a folder beside the database
 * (db/embedded-postgres.ts); here they are moved into the backup. Without SECRET_KEY nobody can make the MAC, so nobody else can add WAL.
 */

const walFile = /^[0-9A-F]{24}$/
const historyFile = /^[0-9A-F]{8}\.history$/

const folderOf = (systemId: string) => `wal/${systemId}/`

/** Position of a WAL file in its history, whatever the timeline. */
export const positionOf = (segment: string): bigint => BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`)
export const timelineOf = (segment: string): string => segment.slice(0, 8)

const keys = new Map<string, Buffer>()

/** Kept, because deriving it takes long on purpose. */
function keyOf(secretKey: string, systemId: string): Buffer {
  const known = keys.get(secretKey + systemId) ?? scryptSync(secretKey, `lapak wal ${systemId}`, 32)
  keys.set(secretKey + systemId, known)
  return known
}

const macOf = (secretKey: string, systemId: string, file: string, content: Buffer): string =>
  createHmac('sha256', keyOf(secretKey, systemId)).update(`${file}\0`).update(content).digest('hex')

interface Shipping {
  store: ObjectStore
  recipient: string
  /** The current secret key, then former ones. */
  secretKeys: readonly string[]
  systemId: string
  /** The folder into which PostgreSQL archives. */
  archive: string
  /** The folder of the database. */
  cluster: string
}

/** Moves what PostgreSQL has archived into the backup. */
export async function shipWal(shipping: Shipping): Promise<void> {
  const { archive, cluster } = shipping
  for (const file of (await readdir(archive)).sort()) {
    const path = join(archive, file)
    if (file.endsWith('.part')) continue
    if (walFile.test(file) || historyFile.test(file)) await ship(shipping, file, await readFile(path))
    await unlink(path)
  }
  // A timeline that began while nothing was archived: a later restore must not use its number again.
  for (const file of (await readdir(join(cluster, 'pg_wal'))).filter((name) => historyFile.test(name)))
    await ship(shipping, file, await readFile(join(cluster, 'pg_wal', file)))
}

async function ship({ store, recipient, secretKeys, systemId }: Shipping, file: string, content: Buffer): Promise<void> {
  const prefix = `${folderOf(systemId)}${file}.`
  const [name = '', ...formerNames] = secretKeys.map((secretKey) => prefix + macOf(secretKey, systemId, file, content))
  const there = await repeated(() => store.list(prefix))
  if ([name, ...formerNames].some((one) => there.includes(one))) return
  // A history that was stored under a key that is gone stays in the cluster for ever, so it is stored again; segments tell copies apart.
  if (there.length > 0 && !historyFile.test(file))
    throw new BackupError(`${file} of the WAL is in the backup with another content: another copy of this database writes there as well`)
  await putVerified(store, name, await packed(content, recipient), 'application/octet-stream')
}

interface Archived {
  file: string
  name: string
}

export async function listWal(store: ObjectStore, systemId: string): Promise<Archived[]> {
  const names = await repeated(() => store.list(folderOf(systemId)))
  return names.flatMap((name) => {
    const file = name.slice(folderOf(systemId).length).split('.').slice(0, -1).join('.')
    return walFile.test(file) || historyFile.test(file) ? { file, name } : []
  })
}

/** Throws if a file of the WAL between the two is missing. */
export function demandContiguous(files: ReadonlySet<string>, start: string, stop: string): void {
  for (let position = positionOf(start); position <= positionOf(stop); position += 1n) {
    const segment = segmentAt(timelineOf(start), position)
    if (!files.has(segment)) throw new BackupError(`the WAL file ${segment} is missing in the archive`)
  }
}

const hex8 = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')
const segmentAt = (timeline: string, position: bigint) => `${timeline}${hex8(position / 256n)}${hex8(position % 256n)}`

/** The WAL from the backup to the next one, or to the end of the archive. Throws if there is a gap. */
export async function walAfter(store: ObjectStore, backup: Manifest, next: Manifest | null): Promise<Archived[]> {
  const all = await listWal(store, backup.systemId)
  // After a restore to an earlier point, positions are used again by another timeline.
  const last = next !== null && timelineOf(next.startSegment) === timelineOf(backup.startSegment) ? positionOf(next.stopSegment) : null
  const first = positionOf(backup.startSegment)
  const wanted = all.filter(({ file }) => !walFile.test(file) || (positionOf(file) >= first && (last === null || positionOf(file) <= last)))
  refuseGaps(wanted, backup)
  return wanted
}

function refuseGaps(wanted: readonly Archived[], { startSegment, stopSegment }: Manifest): void {
  const files = new Set([startSegment, stopSegment, ...wanted.map(({ file }) => file)].filter((file) => walFile.test(file)))
  const present = new Set(wanted.map(({ file }) => file))
  for (const timeline of new Set([...files].map(timelineOf))) {
    const own = [...files].filter((file) => timelineOf(file) === timeline).sort()
    demandContiguous(present, own[0] ?? startSegment, own.at(-1) ?? stopSegment)
  }
}

interface Fetching {
  store: ObjectStore
  identity: string
  secretKeys: readonly string[]
  systemId: string
}

/** Writes the files into the folder; parts of zeros take no room on the disk. */
export async function fetchWal(
  { store, identity, secretKeys, systemId }: Fetching,
  files: readonly Archived[],
  folder: string,
): Promise<void> {
  for (const { file, name } of files) {
    const content = await repeated(() => store.get(name))
    if (content === null) throw new BackupError(`${name} of the backup is missing`)
    const plain = await unpacked(content, identity).catch(() => null)
    const isOurs = plain !== null && secretKeys.some((secretKey) => name.endsWith(`.${macOf(secretKey, systemId, file, plain)}`))
    if (!isOurs) throw new BackupError(`${name} of the backup is damaged`)
    await writeSparse(join(folder, file), plain)
  }
}

const pageBytes = 64 * 1024
const emptyPage = Buffer.alloc(pageBytes)

async function writeSparse(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.truncate(content.length)
    for (let at = 0; at < content.length; at += pageBytes) {
      const page = content.subarray(at, at + pageBytes)
      if (!page.equals(emptyPage.subarray(0, page.length))) await file.write(page, 0, page.length, at)
    }
  } finally {
    await file.close()
  }
}
