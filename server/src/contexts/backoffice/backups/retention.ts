import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { type Found, prefixOf, usable } from './manifest.ts'
import { removeAll, repeated } from './target.ts'
import { listWal, positionOf } from './wal.ts'

/** So many backups are kept whatever their age: the newest one may turn out to be damaged. */
const keptAtLeast = 2
const dayMs = 24 * 3_600_000

/** Deletes old backups, interrupted ones, and WAL that no kept backup needs. Returns the names of the deleted backups. */
export async function purgeBackups(store: ObjectStore, found: readonly Found[], keepDays: number, now: Date): Promise<string[]> {
  const good = usable(found)
  const old = new Date(now.getTime() - keepDays * dayMs)
  const expired = good.slice(0, -keptAtLeast).filter(({ stoppedAt }) => stoppedAt < old)
  const deleted = [...expired.map(({ name }) => name), ...(await interrupted(store, found, now))]
  for (const name of deleted) {
    // The manifest first: what is left of an interrupted deletion is no backup.
    await repeated(() => store.remove(`${prefixOf(name)}manifest.json`))
    await removeAll(store, prefixOf(name))
  }
  // Backups whose manifest cannot be read, as after a change of SECRET_KEY, may still need any WAL.
  if (!found.some(({ name, manifest }) => manifest === null && !(beganAt(name) < old.getTime())))
    await purgeWal(
      store,
      good.filter((one) => !expired.includes(one)),
    )
  return deleted
}

/** Backups without a manifest, which are not being written any more. */
async function interrupted(store: ObjectStore, found: readonly Found[], now: Date): Promise<string[]> {
  const known = new Set(found.map(({ name }) => name))
  const names = new Set((await repeated(() => store.list('backups/'))).map((file) => file.split('/')[1] ?? ''))
  return [...names].filter((name) => !known.has(name) && now.getTime() - beganAt(name) > 2 * dayMs)
}

/** The time in the name of a backup; NaN, which is never old, for other names. */
function beganAt(name: string): number {
  const digits = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(name)
  if (digits === null) return Number.NaN
  const [, year, month, day, hour, minute, second] = digits
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The history of timelines is kept: it is small, and a later restore must not use their numbers again. */
async function purgeWal(store: ObjectStore, kept: ReturnType<typeof usable>): Promise<void> {
  for (const systemId of new Set(kept.map((one) => one.systemId))) {
    const starts = kept.filter((one) => one.systemId === systemId).map(({ startSegment }) => positionOf(startSegment))
    const isNeeded = (position: bigint) => starts.some((start) => start <= position)
    for (const { file, name } of await listWal(store, systemId))
      if (!file.endsWith('.history') && !isNeeded(positionOf(file))) await repeated(() => store.remove(name))
  }
}
