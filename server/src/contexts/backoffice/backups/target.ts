import { setTimeout as pause } from 'node:timers/promises'
import { createObjectStore, type ObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Config } from '#shared/config.ts'

/** A part of a backup travels as one request; on a slow line it takes minutes. */
const timeoutMs = 10 * 60_000
const triesMax = 3
/** Before the second try; twice as long before the third one, in milliseconds. */
const pauseMs = 500

export class BackupError extends Error {}

/** Where backups are written. Throws if no place is configured. */
export function openTarget({ backup: { target } }: Pick<Config, 'backup'>): ObjectStore {
  if (target === null) throw new BackupError('no place for backups is configured: set BACKUP_FOLDER, or BACKUP_S3_URL and its neighbours')
  return createObjectStore({ ...target, timeoutMs })
}

/** Stores the content, and reads it back: what is not there byte for byte was not stored. */
export async function putVerified(store: ObjectStore, name: string, content: Buffer, type: string): Promise<void> {
  await repeated(() => store.put(name, content, type))
  const found = await repeated(() => store.get(name))
  if (found === null || !found.equals(content)) throw new BackupError(`${name} was stored, and is read back differently`)
}

export async function repeated<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries === triesMax || isFull(error)) throw error
      await pause(tries * pauseMs)
    }
  }
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** All files whose names begin with the prefix. */
export async function removeAll(store: ObjectStore, prefix: string): Promise<void> {
  for (const name of await repeated(() => store.list(prefix))) await repeated(() => store.remove(name))
}
