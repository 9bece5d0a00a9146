import type { Database, Statement } from '#db/db.ts'
import type { Log } from '#shared/log.ts'
import { outsideRequests } from '#shared/request-context.ts'

/**
 * Records, for the owner of a key, when the key was last used and from which IP address it was last refused. The notes are written in the background,
 * rarely and for many keys together, so that orders do not wait for them, and so that five thousand buyers who start in the same minute do not cause
 * five thousand transactions.
 */
export interface KeyUsageRecorder {
  used(keyId: bigint): void
  refused(keyId: bigint, ipAddress: string): void
}

/** The use of a key, or its refusal from one IP address, is recorded at most once per this time. */
const againAfterMs = 60_000
/** How long notes are collected before one statement writes them. */
const batchMs = 500
/** The maximum number of keys per statement; further keys wait for the next statement, so that orders do not wait for a long one. */
const writtenMax = 250
/** The maximum number of pairs of key and refused IP address in memory, so that brute-force attempts cannot fill the memory. */
const cachedMax = 10_000

interface Note {
  usedAt: Date | null
  refusedAddress: string | null
}

const writeNotes: Statement = {
  name: 'api-keys.record-use',
  text: `
  update api_key set used_at = coalesce(given.used_at, api_key.used_at), refused_address = coalesce(given.refused_address, api_key.refused_address)
  from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as given(id, used_at, refused_address) where api_key.id = given.id`,
}

export function createKeyUsageRecorder(db: Database, log: Log): KeyUsageRecorder {
  const usedAt = new Map<bigint, number>()
  const refusedAt = new Map<string, number>()
  const waiting = new Map<bigint, Note>()

  function write() {
    const taken = [...waiting].slice(0, writtenMax)
    for (const [id] of taken) waiting.delete(id)
    if (waiting.size > 0) scheduleWrite()
    // Sorted by id, so that two processes that write the same keys lock them in the same order and do not deadlock.
    const notes = taken.sort(([left], [right]) => (left < right ? -1 : 1))
    db.fast
      .run(writeNotes, [notes.map(([id]) => id), notes.map(([, note]) => note.usedAt), notes.map(([, note]) => note.refusedAddress)])
      .catch((error) => log.warn({ err: error }, 'recording the use of API keys failed'))
  }

  const scheduleWrite = () => outsideRequests(() => setTimeout(write, batchMs).unref())

  function note(keyId: bigint, change: Partial<Note>) {
    if (waiting.size === 0) scheduleWrite()
    waiting.set(keyId, { usedAt: null, refusedAddress: null, ...waiting.get(keyId), ...change })
  }

  return {
    used(keyId) {
      const now = Date.now()
      if (now - (usedAt.get(keyId) ?? 0) < againAfterMs) return
      usedAt.set(keyId, now)
      note(keyId, { usedAt: new Date(now) })
    },
    refused(keyId, ipAddress) {
      const name = `${keyId} ${ipAddress}`
      const now = Date.now()
      if (now - (refusedAt.get(name) ?? 0) < againAfterMs) return
      if (refusedAt.size > cachedMax) refusedAt.clear()
      refusedAt.set(name, now)
      note(keyId, { refusedAddress: ipAddress })
    },
  }
}
