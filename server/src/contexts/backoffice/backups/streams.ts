import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, Header } from 'tar'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { BackupError, putVerified, repeated } from './target.ts'

/*
 * A backup is a tar, compressed by gzip, encrypted by age where a public key is configured, and cut into parts. Without Lapak it is read by
 * `cat database-* | age -d -i key.txt | tar -xz`. Of a database of any size, no more than one part is in memory.
 */

export interface Part {
  name: string
  bytes: number
  sha256: string
}

export type Entry = { path: string; size: number; content: AsyncIterable<Buffer> } | { path: string; size: null }

const partBytes = 32 * 1024 ** 2
const block = 512

/** Stores the entries in parts, each of which is read back and compared. */
export async function writeArchive(store: ObjectStore, prefix: string, entries: AsyncIterable<Entry>, recipient: string): Promise<Part[]> {
  const parts: Part[] = []
  await pipeline(tarOf(entries), createGzip({ level: 1 }), async (zipped: AsyncIterable<Buffer>) => {
    for await (const content of inPieces(encrypted(zipped, recipient), partBytes)) {
      const name = `${prefix}-${String(parts.length + 1).padStart(6, '0')}`
      await putVerified(store, name, content, 'application/octet-stream')
      parts.push({ name, bytes: content.length, sha256: sha256(content) })
    }
  })
  return parts
}

/** Unpacks the parts into the folder. Throws if one of them is not as it was stored. */
export async function readArchive(store: ObjectStore, parts: readonly Part[], folder: string, identity: string): Promise<void> {
  await pipeline(
    verified(store, parts),
    (content) => decrypted(content, identity),
    createGunzip(),
    extract({ cwd: folder, preserveOwner: false }),
  )
}

async function* verified(store: ObjectStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { name, sha256: expected } of parts) {
    const content = await repeated(() => store.get(name))
    if (content === null) throw new BackupError(`${name} of the backup is missing`)
    if (sha256(content) !== expected) throw new BackupError(`${name} of the backup is damaged: its checksum differs from the manifest`)
    yield content
  }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const tarOf = (entries: AsyncIterable<Entry>) => inPieces(blocksOf(entries), pieceBytes)

/** The compression takes less time for few large pieces than for many small ones. */
const pieceBytes = 256 * 1024

async function* blocksOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const isFile = entry.size !== null
    yield headerOf({ path: entry.path, size: entry.size ?? 0, type: isFile ? 'File' : 'Directory', mode: isFile ? 0o600 : 0o700 })
    if (entry.size === null) continue
    yield* exactly(entry.size, entry.content)
    yield zeros.subarray(0, (block - (entry.size % block)) % block)
  }
  yield zeros.subarray(0, 2 * block)
}

function headerOf(data: { path: string; size: number; type: 'File' | 'Directory'; mode: number }): Buffer {
  const header = Buffer.alloc(block)
  if (new Header({ ...data, mtime: new Date(), uid: 0, gid: 0 }).encode(header)) throw new BackupError(`${data.path} does not fit a backup`)
  return header
}

/** A file that grows or shrinks while it is read: PostgreSQL repairs it from the WAL. */
async function* exactly(size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = size
  if (left > 0)
    for await (const chunk of content) {
      const taken = chunk.subarray(0, left)
      left -= taken.length
      yield taken
      if (left === 0) break
    }
  for (; left > 0; left -= Math.min(left, zeros.length)) yield zeros.subarray(0, left)
}

const zeros = Buffer.alloc(64 * 1024)

/** Pieces of at least so many bytes, but for the last one. */
async function* inPieces(content: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < least) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

// — Encryption (age-encryption.org)

async function* encrypted(content: AsyncIterable<Uint8Array>, recipient: string): AsyncIterable<Uint8Array> {
  if (recipient === '') return yield* content
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* (await encrypter.encrypt(streamOf(content))) as unknown as AsyncIterable<Uint8Array>
}

/** The first line of each file of age. */
const magic = Buffer.from('age-encryption.org/')

/** Whether it is encrypted is seen at its beginning, since that may have changed between a backup and its WAL. */
async function* decrypted(content: AsyncIterable<Uint8Array>, identity: string): AsyncIterable<Uint8Array> {
  const rest = content[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done) return
  const all = prepended(first.value, rest)
  if (!magic.equals(first.value.subarray(0, magic.length))) return yield* all
  if (identity === '') throw new BackupError(needsKey)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  yield* (await decrypter.decrypt(streamOf(all))) as unknown as AsyncIterable<Uint8Array>
}

export const needsKey = 'the backup is encrypted: name the file with its private key, by BACKUP_KEY_FILE or --key'

async function* prepended(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

// The library is typed for browsers, whose stream is the same one.
const streamOf = (content: AsyncIterable<Uint8Array>) => ReadableStream.from(content) as unknown as globalThis.ReadableStream<Uint8Array>

/** For files that fit in memory. */
export const packed = async (content: Buffer, recipient: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  await pipeline([content], createGzip({ level: 1 }), async (zipped: AsyncIterable<Buffer>) => {
    for await (const piece of encrypted(zipped, recipient)) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

/** Throws if the content was changed. */
export const unpacked = async (content: Buffer, identity: string): Promise<Buffer> => {
  const pieces: Buffer[] = []
  await pipeline(decrypted(one(content), identity), createGunzip(), async (plain: AsyncIterable<Buffer>) => {
    for await (const piece of plain) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

async function* one(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
