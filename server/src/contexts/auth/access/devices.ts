import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Reader, Tx } from '#db/db.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'

/**
 * A device is a browser in which a member signed in. Its token does not authenticate; it only allows its owner to try a password while others guess
 * the password of the account. Several members may share one browser.
 */
export async function findDevice(read: Reader, email: string, token: string | undefined): Promise<Buffer | null> {
  if (!token) return null
  const hash = tokenHash(token)
  const known = await read
    .selectFrom('device')
    .innerJoin('member', 'member.id', 'device.member_id')
    .select('device.token_hash')
    .where('device.token_hash', '=', hash)
    .where((where) => where(where.fn<string>('lower', ['member.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return known ? hash : null
}

export interface Browser {
  agent: string
  /** The token that this browser received at an earlier sign-in of any member. */
  device: string | undefined
}

/** Registers the browser of a sign-in as known, and notifies the member if it was not known for this account. Returns the device token. */
export async function registerDevice(tx: Tx, memberId: bigint, client: Browser & { ipAddress: string }): Promise<string> {
  await notifyNewDevice(tx, memberId, client)
  return rememberDevice(tx, memberId, client)
}

/**
 * Notifies a member of a sign-in with a new browser, unless the member has no known browsers yet. Each notification has its own key, so that it does
 * not replace an earlier one.
 */
async function notifyNewDevice(tx: Tx, memberId: bigint, { device, ipAddress }: Browser & { ipAddress: string }): Promise<void> {
  const known = tx.selectFrom('device').select('token_hash').where('member_id', '=', memberId).limit(1)
  if ((await known.executeTakeFirst()) === undefined) return
  if (device && (await known.where('token_hash', '=', tokenHash(device)).executeTakeFirst()) !== undefined) return
  notifyMembers(tx, {
    memberId,
    kind: 'security',
    key: `device ${randomUUID()}`,
    title: 'Masuk dari perangkat baru',
    text: `Dari IP ${ipAddress}; perangkatnya ada di daftar sesi. Bukan Anda? Akhiri sesinya dan ganti password.`,
    link: '/profile?tab=keamanan',
  })
}

/** Registers this browser as known for the member. Returns its token: the one that it sent, or a new one if the platform did not issue that token. */
export async function rememberDevice(tx: Tx, memberId: bigint, { agent, device }: Browser): Promise<string> {
  const token = device && (await isOurs(tx, device)) ? device : randomToken()
  await tx
    .insertInto('device')
    .values({ token_hash: tokenHash(token), member_id: memberId, agent: agent.slice(0, 300) })
    .onConflict((conflict) => conflict.columns(['token_hash', 'member_id']).doUpdateSet({ used_at: sql`now()` }))
    .execute()
  return token
}

const isOurs = async (tx: Tx, token: string) =>
  (await tx.selectFrom('device').select('token_hash').where('token_hash', '=', tokenHash(token)).limit(1).executeTakeFirst()) !== undefined

export async function deleteDevices(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('device').where('member_id', '=', memberId).execute()
}
