import type { Database, Statement } from '#db/db.ts'
import type { Log } from '#shared/log.ts'

/**
 * When a key was last used, and from where it was refused last, for its owner to see. Written in the background, rarely
 * and for all keys at once: an order never waits for it, and five thousand buyers who start work in the same minute do not
 * cost five thousand transactions.
 */
export interface KeyNotes {
  used(keyId: bigint): void
  refused(keyId: bigint, address: string): void
}

/** How rarely the use of one key is written down. */
const againAfterMs = 60_000
/** How long notes are gathered. */
const batchMs = 500
/** Keys of one write; more wait for the next, so that no order stands behind a long one. */
const writtenMax = 250
/** Refused addresses that one key may bring into the notes of a minute; a guesser fills no memory. */
const cachedMax = 10_000

interface Note {
  usedAt: Date | null
  refusedAddress: string | null
}

const writeNotes: Statement = {
  name: 'keys.note',
  text: `
  update api_key set used_at = coalesce(given.used_at, api_key.used_at), refused_address = coalesce(given.refused_address, api_key.refused_address)
  from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as given(id, used_at, refused_address) where api_key.id = given.id`,
}

export function createKeyNotes(db: Database, log: Log): KeyNotes {
  const usedAt = new Map<bigint, number>()
  const refusedAt = new Map<string, number>()
  const waiting = new Map<bigint, Note>()

  function write() {
    const taken = [...waiting].slice(0, writtenMax)
    for (const [id] of taken) waiting.delete(id)
    if (waiting.size > 0) setTimeout(write, batchMs).unref()
    // In one order everywhere, so that two processes that write the same keys wait for each other and never deadlock.
    const notes = taken.sort(([left], [right]) => (left < right ? -1 : 1))
    db.fast
      .run(writeNotes, [notes.map(([id]) => id), notes.map(([, note]) => note.usedAt), notes.map(([, note]) => note.refusedAddress)])
      .catch((error) => log.warn({ err: error }, 'noting the use of keys failed'))
  }

  function note(keyId: bigint, change: Partial<Note>) {
    if (waiting.size === 0) setTimeout(write, batchMs).unref()
    waiting.set(keyId, { usedAt: null, refusedAddress: null, ...waiting.get(keyId), ...change })
  }

  return {
    used(keyId) {
      const now = Date.now()
      if (now - (usedAt.get(keyId) ?? 0) < againAfterMs) return
      usedAt.set(keyId, now)
      note(keyId, { usedAt: new Date(now) })
    },
    refused(keyId, address) {
      const name = `${keyId} ${address}`
      const now = Date.now()
      if (now - (refusedAt.get(name) ?? 0) < againAfterMs) return
      if (refusedAt.size > cachedMax) refusedAt.clear()
      refusedAt.set(name, now)
      note(keyId, { refusedAddress: address })
    },
  }
}
