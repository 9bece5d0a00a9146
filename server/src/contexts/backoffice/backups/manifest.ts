import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { sameText } from '#shared/secrets.ts'
import { BackupError, putVerified, repeated } from './target.ts'

const part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })

const manifestShape = z.object({
  format: z.literal(1),
  name: z.string(),
  startedAt: z.coerce.date(),
  /** From this moment on, the backup can be restored to any point in time that the WAL archive reaches. */
  stoppedAt: z.coerce.date(),
  /** The cluster, as PostgreSQL identifies it. */
  systemId: z.string(),
  /** Files of the WAL that the backup needs at least. */
  startSegment: z.string(),
  stopSegment: z.string(),
  /** The public key that it is encrypted for; empty if it is not encrypted. */
  recipient: z.string(),
  unpackedBytes: z.int(),
  storedBytes: z.int(),
  database: z.array(part),
  /** Null if the pictures are in a store of their own. */
  pictures: z.array(part).nullable(),
})
/** What belongs to a backup. It is written last: without it, there is no backup. */
export type Manifest = z.output<typeof manifestShape>

const signedShape = z.object({
  manifest: z.unknown(),
  /** Tells whether SECRET_KEY is the one that encrypts the secrets in this database, without being of use to guess it. */
  key: z.object({ salt: z.string(), check: z.string() }),
  /** So that nobody else can make a backup that is taken for one of Lapak's. */
  mac: z.string(),
})

const folder = 'backups/'
const fileOf = (name: string) => `${folder}${name}/manifest.json`

export const nameOf = (at: Date): string => `${at.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`
export const prefixOf = (name: string): string => `${folder}${name}/`

export async function writeManifest(store: ObjectStore, manifest: Manifest, secretKey: string): Promise<void> {
  const salt = randomBytes(16).toString('hex')
  const { check, macKey } = derivedFrom(secretKey, salt)
  const signed = { manifest, key: { salt, check }, mac: macOf(macKey, manifest) }
  await putVerified(store, fileOf(manifest.name), Buffer.from(`${JSON.stringify(signed, null, 2)}\n`), 'application/json')
}

function derivedFrom(secretKey: string, salt: string) {
  const bytes = scryptSync(secretKey, `lapak backup ${salt}`, 64)
  return { check: bytes.subarray(0, 32).toString('hex'), macKey: bytes.subarray(32) }
}

const macOf = (key: Buffer, manifest: unknown): string => createHmac('sha256', key).update(JSON.stringify(manifest)).digest('hex')

/** A backup, or why it cannot be used. */
export type Found = { name: string; manifest: Manifest } | { name: string; manifest: null; fault: 'other_key' | 'damaged' }

/** All backups with a manifest, oldest first. */
export async function listBackups(store: ObjectStore, secretKeys: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (const file of await repeated(() => store.list(folder))) {
    const name = /^backups\/([^/]+)\/manifest\.json$/.exec(file)?.[1]
    const content = name === undefined ? null : await repeated(() => store.get(file))
    if (name !== undefined && content !== null) found.push(read(name, content, secretKeys))
  }
  return found
}

function read(name: string, content: Buffer, secretKeys: readonly string[]): Found {
  try {
    const { manifest, key, mac } = signedShape.parse(JSON.parse(content.toString()))
    const derived = secretKeys.map((secretKey) => derivedFrom(secretKey, key.salt)).find(({ check }) => sameText(check, key.check))
    if (derived === undefined) return { name, manifest: null, fault: 'other_key' }
    if (!sameText(macOf(derived.macKey, manifest), mac)) return { name, manifest: null, fault: 'damaged' }
    return { name, manifest: manifestShape.parse(manifest) }
  } catch {
    return { name, manifest: null, fault: 'damaged' }
  }
}

export const usable = (found: readonly Found[]): Manifest[] =>
  found.flatMap(({ manifest }) => manifest ?? []).sort((one, other) => one.stoppedAt.getTime() - other.stoppedAt.getTime())

interface Wanted {
  /** Null for the newest state. */
  to: Date | null
  name: string | null
}

/** The newest backup from before the moment, or the named one. Throws with what can be done instead. */
export function chooseBackup(found: readonly Found[], { to, name }: Wanted): Manifest {
  const named = name === null ? undefined : found.find((one) => one.name === name)
  if (name !== null && named === undefined) throw new BackupError(`there is no backup ${name}; ${namesOf(found)}`)
  if (found.length > 0 && (named ? [named] : found).every((one) => one.manifest === null && one.fault === 'other_key'))
    throw new BackupError('SECRET_KEY is not the one of this backup, whose secrets could not be decrypted; set the SECRET_KEY of that time')
  if (named?.manifest === null) throw new BackupError(`the manifest of backup ${name} is damaged; choose another one: ${namesOf(found)}`)
  const candidates = named?.manifest ? [named.manifest] : usable(found)
  const chosen = candidates.filter(({ stoppedAt }) => to === null || stoppedAt <= to).at(-1)
  if (chosen !== undefined) return chosen
  throw new BackupError(
    to !== null && candidates.length > 0
      ? `no backup ended before ${to.toISOString()}; ${namesOf(found)}`
      : `there is no backup that can be used; ${namesOf(found)}`,
  )
}

const namesOf = (found: readonly Found[]): string =>
  found.length === 0
    ? 'there is none'
    : `there are: ${found.map((one) => (one.manifest ? `${one.name} (until ${one.manifest.stoppedAt.toISOString()})` : `${one.name} (${one.fault === 'damaged' ? 'damaged' : 'other SECRET_KEY'})`)).join(', ')}`
