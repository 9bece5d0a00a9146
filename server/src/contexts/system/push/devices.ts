import { type PushState, pushDevicesMax } from '@lapak/contract/system/push'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { PushTarget } from '#integrations/web-push/push-service.ts'
import { fingerprintOf, isKnownService, readKeys } from './push.rules.ts'

export interface DeviceContext {
  db: Database
  /** Null when push is not configured. */
  publicKey: string | null
  services: { hosts: readonly string[]; production: boolean }
}

export async function readState({ db: { read }, publicKey }: DeviceContext, { memberId, sessionHash }: Caller): Promise<PushState> {
  const devices = await read.selectFrom('push_device').select(['session_hash', 'endpoint']).where('member_id', '=', memberId).execute()
  const own = devices.find(({ session_hash }) => sessionHash !== null && session_hash.equals(sessionHash))
  return {
    kunci: publicKey,
    perangkatini: own ? fingerprintOf(own.endpoint) : null,
    jml: devices.length,
  }
}

interface Subscription {
  alamat: string
  p256dh: string
  auth: string
}

/** A browser belongs to one session at a time: the next session that subscribes takes it over. */
export async function storeDevice(context: DeviceContext, caller: Caller, { alamat, ...keys }: Subscription): Promise<void> {
  const { db, publicKey, services } = context
  const { memberId, sessionHash } = caller
  if (publicKey === null) throw new Refusal('push.off')
  if (!isKnownService(alamat, services)) throw new Refusal('push.service_unknown')
  const read = readKeys(keys)
  if (read === null || sessionHash === null) throw new Refusal('push.keys_invalid')
  await db.transaction(async (tx) => {
    // Subscriptions of one member run one after the other, so that concurrent ones cannot exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended('push devices', ${memberId}))`.execute(tx)
    await tx.deleteFrom('push_device').where('endpoint', '=', alamat).where('session_hash', '!=', sessionHash).execute()
    const { numAffectedRows } = await sql`
      insert into push_device (session_hash, member_id, endpoint, host, p256dh, auth)
      select token_hash, member_id, ${alamat}, ${new URL(alamat).hostname}, ${read.p256dh}, ${read.auth}
      from session where token_hash = ${sessionHash} for key share
      on conflict (session_hash) do update set endpoint = excluded.endpoint, host = excluded.host, p256dh = excluded.p256dh, auth = excluded.auth,
        created_at = now(), refused_at = null, refused_status = null`.execute(tx)
    if (numAffectedRows === 0n) throw new Refusal('access.no_session')
    await dropOldest(tx, memberId)
  })
}

const dropOldest = (tx: Tx, memberId: bigint) =>
  sql`
    delete from push_device where id in (
      select id from push_device where member_id = ${memberId}
      order by greatest(created_at, taken_at) desc, id desc offset ${pushDevicesMax}
    )`.execute(tx)

export async function dropDevice({ db }: DeviceContext, { memberId, sessionHash }: Caller): Promise<void> {
  if (sessionHash === null) return
  await db.transaction((tx) =>
    tx.deleteFrom('push_device').where('session_hash', '=', sessionHash).where('member_id', '=', memberId).execute(),
  )
}

export async function deviceOfSession(read: Reader, { sessionHash }: Caller): Promise<(PushTarget & { id: bigint }) | null> {
  if (sessionHash === null) return null
  const device = await read
    .selectFrom('push_device')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  return device ?? null
}
