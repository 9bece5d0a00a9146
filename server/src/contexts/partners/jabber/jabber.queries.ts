import type { jabberCalls } from '@lapak/contract/partners/jabber'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Database } from '#db/db.ts'

export type XmppId = DataOf<typeof jabberCalls.add>

export async function listXmppIds(db: Database, memberId: bigint): Promise<XmppId[]> {
  const rows = await db.read
    .selectFrom('jabber_id')
    .select(['id', 'jid', 'enabled', 'tells_all', 'created_at', 'verified_at'])
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(xmppIdOf)
}

interface Row {
  id: bigint
  jid: string
  enabled: boolean
  tells_all: boolean
  created_at: Date
  verified_at: Date | null
}

export const xmppIdOf = (row: Row): XmppId => ({
  id: row.id,
  jb: row.jid,
  jid: row.jid,
  status: row.enabled,
  semua: row.tells_all,
  terverifikasi: row.verified_at !== null,
  createat: row.created_at,
})
