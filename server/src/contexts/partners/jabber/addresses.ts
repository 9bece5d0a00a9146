import type { CachedTable } from '#db/cache.ts'

/** A Jabber address of a member. It may order after it is verified, which happens at the first command with the correct key. */
export interface XmppAddress {
  id: bigint
  memberId: bigint
  jid: string
  verified: boolean
  /** True if the address receives the results of all purchases of its member. */
  receivesAll: boolean
  /** Commands in messages that were sent before this time are not executed. */
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

/** Jabber addresses, cached by version, so that messages from unknown addresses and orders of members without Jabber do not cause a query. */
export interface XmppAddresses {
  /**
   * Enabled entries for this Jabber address: the verified entry, or if none is verified, the entries of all members that registered it, from old to
   * new.
   */
  of(jid: string): readonly XmppAddress[]
  /** Whether a verified address of this member receives the results of all purchases. */
  anyReceivesAll(memberId: bigint): boolean
  cached: CachedTable<Row>
}

export function cacheAddresses(): XmppAddresses {
  const known = new Map<bigint, XmppAddress>()
  const byJid = new Map<string, XmppAddress[]>()
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
        // An unverified address does not receive results, because it may belong to another person.
        if (row.tells_all && verified) tellingAll.set(row.member_id, (tellingAll.get(row.member_id) ?? new Set()).add(row.id))
      },
    },
  }
}
