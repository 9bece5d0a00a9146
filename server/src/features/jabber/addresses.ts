import type { MirroredTable } from '#core/mirror.ts'

/** A member's Jabber address that may order. */
export interface JabberAddress {
  id: bigint
  memberId: bigint
  jid: string
  /** It hears of every purchase of its member. */
  tellsAll: boolean
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
  archived_at: Date | null
}

/** In memory by version, so that strangers cost nothing, and settling an order of somebody else costs nothing either. */
export interface JabberAddresses {
  /** Of those that are switched on. */
  of(jid: string): JabberAddress | undefined
  /** Whether an address of this member hears of every purchase. */
  anyTellsAll(memberId: bigint): boolean
  mirrored: MirroredTable<Row>
}

export function mirrorAddresses(): JabberAddresses {
  const known = new Map<bigint, JabberAddress>()
  const byJid = new Map<string, JabberAddress>()
  const tellingAll = new Map<bigint, Set<bigint>>()

  function forget(id: bigint) {
    const address = known.get(id)
    if (address === undefined) return
    known.delete(id)
    if (byJid.get(address.jid)?.id === id) byJid.delete(address.jid)
    const others = tellingAll.get(address.memberId)
    others?.delete(id)
    if (others?.size === 0) tellingAll.delete(address.memberId)
  }

  return {
    of: (jid) => byJid.get(jid),
    anyTellsAll: (memberId) => tellingAll.has(memberId),
    mirrored: {
      readSince: (read, version) =>
        read
          .selectFrom('jabber_id')
          .select(['id', 'member_id', 'jid', 'enabled', 'tells_all', 'orders_since', 'archived_at'])
          .where('version', '>', version)
          .orderBy('id')
          .execute(),
      apply(row) {
        forget(row.id)
        if (row.archived_at !== null || !row.enabled) return
        const address = { id: row.id, memberId: row.member_id, jid: row.jid, tellsAll: row.tells_all, ordersSince: row.orders_since }
        known.set(row.id, address)
        byJid.set(row.jid, address)
        if (row.tells_all) tellingAll.set(row.member_id, (tellingAll.get(row.member_id) ?? new Set()).add(row.id))
      },
    },
  }
}
