import type { CachedTable } from '#db/cache.ts'

/** A member's Jabber address. It orders once it is verified; before, the first command with the right key verifies it. */
export interface JabberAddress {
  id: bigint
  memberId: bigint
  jid: string
  verified: boolean
  /** It hears of every purchase of its member. */
  receivesAll: boolean
  /** What it said before was no order. */
  ordersSince: Date
}

interface Row {
  id: bigint
  member_id: bigint
  jid: string
  enabled: boolean
  tells_all: boolean
  orders_since: Date
  verified_at: Date | null
  archived_at: Date | null
}

/** In memory by version, so that strangers cost nothing, and settling an order of somebody else costs nothing either. */
export interface JabberAddresses {
  /** Of those that are switched on: the verified one, else all who claim it, the oldest claim first. */
  of(jid: string): readonly JabberAddress[]
  /** Whether a verified address of this member hears of every purchase. */
  anyReceivesAll(memberId: bigint): boolean
  cached: CachedTable<Row>
}

export function cacheAddresses(): JabberAddresses {
  const known = new Map<bigint, JabberAddress>()
  const byJid = new Map<string, JabberAddress[]>()
  const tellingAll = new Map<bigint, Set<bigint>>()

  function forget(id: bigint) {
    const address = known.get(id)
    if (address === undefined) return
    known.delete(id)
    const left = (byJid.get(address.jid) ?? []).filter((other) => other.id !== id)
    if (left.length === 0) byJid.delete(address.jid)
    else byJid.set(address.jid, left)
    const others = tellingAll.get(address.memberId)
    others?.delete(id)
    if (others?.size === 0) tellingAll.delete(address.memberId)
  }

  return {
    of(jid) {
      const known = byJid.get(jid) ?? []
      const verified = known.find((one) => one.verified)
      return verified ? [verified] : known
    },
    anyReceivesAll: (memberId) => tellingAll.has(memberId),
    cached: {
      readSince: (read, version) =>
        read
          .selectFrom('jabber_id')
          .select(['id', 'member_id', 'jid', 'enabled', 'tells_all', 'orders_since', 'archived_at', 'verified_at'])
          .where('version', '>', version)
          .orderBy('id')
          .execute(),
      apply(row) {
        forget(row.id)
        if (row.archived_at !== null || !row.enabled) return
        const verified = row.verified_at !== null
        const { id, jid } = row
        const address = { id, memberId: row.member_id, jid, verified, receivesAll: row.tells_all, ordersSince: row.orders_since }
        known.set(id, address)
        byJid.set(
          jid,
          [...(byJid.get(jid) ?? []), address].sort((one, other) => Number(one.id - other.id)),
        )
        // Who did not prove that it reads there is told nothing.
        if (row.tells_all && verified) tellingAll.set(row.member_id, (tellingAll.get(row.member_id) ?? new Set()).add(row.id))
      },
    },
  }
}
