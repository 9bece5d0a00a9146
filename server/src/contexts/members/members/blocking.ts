import type { Reader, Tx } from '#db/db.ts'

/*
 * An administrator blocks a member, or unblocks it and restores its former state. The rest follows from the state of the member: its sessions, keys
 * and sign-ins are refused, its shop sells nothing, and its open orders are completed.
 */

const blocked = 0
/** The state after an unblocking if the account was not closed by an administrator, for example because the member left. */
const active = 2

interface Block {
  reason: string
  /** The administrator who blocks the member. */
  by: bigint
}

/** The member must not be blocked already. */
export async function blockMember(tx: Tx, id: bigint, { reason, by }: Block): Promise<void> {
  const before = await tx.selectFrom('member').select(['status', 'shop_open']).where('id', '=', id).executeTakeFirstOrThrow()
  await tx
    .insertInto('member_block')
    .values({ member_id: id, ...before, reason, blocked_by: by })
    .execute()
  await setStatus(tx, id, blocked)
}

/** The member must be blocked, or its account closed. */
export async function unblockMember(tx: Tx, id: bigint): Promise<{ shopWasOpen: boolean; became: number }> {
  const block = await tx.deleteFrom('member_block').where('member_id', '=', id).returning(['status', 'shop_open']).executeTakeFirst()
  const became = block?.status ?? active
  await setStatus(tx, id, became)
  return { shopWasOpen: block?.shop_open ?? false, became }
}

const setStatus = (tx: Tx, id: bigint, status: number) =>
  tx.updateTable('member').set({ status, updated_at: new Date() }).where('id', '=', id).execute()

/** The reason, time and administrator of a block; undefined if the member is not blocked. */
export const readBlock = (read: Reader, id: bigint): Promise<{ reason: string; at: Date; by: string } | undefined> =>
  read
    .selectFrom('member_block')
    .innerJoin('member as administrator', 'administrator.id', 'member_block.blocked_by')
    .select(['member_block.reason', 'member_block.at', 'administrator.name as by'])
    .where('member_block.member_id', '=', id)
    .executeTakeFirst()
