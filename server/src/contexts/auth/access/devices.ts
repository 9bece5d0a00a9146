import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notify } from '#contexts/system/notifications/notifications.ts'
import type { Reader, Tx } from '#db/db.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'

/**
 * Browsers that an account was signed in with. A browser keeps a token, which proves nothing by itself: it only lets its owner
 * try a password while strangers guess at the account. Several members may share one browser.
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
  /** What it was given at an earlier time, by whichever member. */
  device: string | undefined
}

/** Somebody is let in with this browser: its owner hears of one that nobody has seen at the account, and it is known from now on. Answers its token. */
export async function welcomeDevice(tx: Tx, memberId: bigint, origin: Browser & { address: string }): Promise<string> {
  await notifyNewDevice(tx, memberId, origin)
  return rememberDevice(tx, memberId, origin)
}

/**
 * Tells somebody who is known by other browsers that one was let in which nobody has seen at this account. Each is a notice of its own, so that
 * none hides another one.
 */
async function notifyNewDevice(tx: Tx, memberId: bigint, { device, address }: Browser & { address: string }): Promise<void> {
  const known = tx.selectFrom('device').select('token_hash').where('member_id', '=', memberId).limit(1)
  if ((await known.executeTakeFirst()) === undefined) return
  if (device && (await known.where('token_hash', '=', tokenHash(device)).executeTakeFirst()) !== undefined) return
  notify(tx, {
    memberId,
    kind: 'security',
    key: `device ${randomUUID()}`,
    title: 'Masuk dari perangkat baru',
    text: `Dari IP ${address}; perangkatnya ada di daftar sesi. Bukan Anda? Akhiri sesinya dan ganti password.`,
    link: '/profile?tab=keamanan',
  })
}

/** Knows this browser from now on. Answers its token, a new one where it has none of ours. */
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

export async function forgetDevices(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('device').where('member_id', '=', memberId).execute()
}
