import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement, Tx } from '#db/db.ts'

/** Balances of members. All code that reads or locks wallets is in this file; only post.ts changes them. */

/** Every member has a wallet, so a missing one is a bug. */
export async function balanceOf(read: Reader, memberId: bigint): Promise<bigint> {
  const { balance } = await read.selectFrom('wallet').select('balance').where('member_id', '=', memberId).executeTakeFirstOrThrow()
  return balance
}

/** Balances of several members; members without a wallet are not included. */
export const balancesOf = async (read: Reader, memberIds: bigint[]): Promise<Map<bigint, bigint>> =>
  toMap(
    await read.selectFrom('wallet').select(['member_id', 'balance']).where(sql<boolean>`member_id = any(${memberIds}::bigint[])`).execute(),
  )

/** The balance as a column of another query; `member` is the column with the member's id. */
export const balanceAt = (member: string): RawBuilder<bigint> => sql`(select balance from wallet where member_id = ${sql.ref(member)})`

/** Whether the account is blocked or closed. The caller has locked the wallet, which a block of the member changes. */
export async function isShut(tx: Tx, memberId: bigint): Promise<boolean> {
  return (await tx.selectFrom('wallet').select('shut').where('member_id', '=', memberId).executeTakeFirst())?.shut === true
}

/** The balances of shut accounts that still have money, the largest first. */
export async function shutBalances(read: Reader): Promise<{ memberId: bigint; balance: bigint }[]> {
  const rows = await read.selectFrom('wallet').select(['member_id', 'balance']).where('shut', '=', true).where('balance', '>', 0n).execute()
  return rows.map(({ member_id: memberId, balance }) => ({ memberId, balance })).toSorted((a, b) => (a.balance < b.balance ? 1 : -1))
}

interface WalletRow {
  member_id: bigint
  balance: bigint
}

const toMap = (rows: WalletRow[]) => new Map(rows.map((row) => [row.member_id, row.balance]))

const readBalances: Statement = {
  name: 'ledger.balances',
  text: 'select member_id, balance from wallet where member_id = any($1::bigint[])',
}

/** Balances as this transaction sees them, without a lock. */
export const readWallets = async (tx: Tx, members: bigint[]): Promise<Map<bigint, bigint>> =>
  toMap(await tx.run<WalletRow>(readBalances, [members]))

/** Locks wallets in id order, so that transactions that lock several wallets may wait for each other but never deadlock. */
export const lockWalletsSql = (members: string) =>
  `select member_id, balance from wallet where member_id = any(${members}::bigint[]) order by member_id for update`

/** Locks only wallets that no other transaction has locked. It never waits, so it cannot deadlock in any order. */
export const lockWalletsSkipLockedSql = (members: string) =>
  `select member_id, balance, shut from wallet where member_id = any(${members}) for update skip locked`

const lockBalances: Statement = { name: 'ledger.lock', text: lockWalletsSql('$1') }

/** Locks wallets and returns their balances, for decisions in the same transaction that depend on the balances. */
export const lockWallets = async (tx: Tx, members: bigint[]): Promise<Map<bigint, bigint>> =>
  toMap(await tx.run<WalletRow>(lockBalances, [members]))

const lockBalancesSkipLocked: Statement = { name: 'ledger.lock-skip-locked', text: lockWalletsSkipLockedSql('$1::bigint[]') }

/** Like `lockWallets`, but leaves out wallets that another transaction has locked. */
export const lockWalletsSkipLocked = async (tx: Tx, members: bigint[]): Promise<Map<bigint, bigint>> =>
  toMap(await tx.run<WalletRow>(lockBalancesSkipLocked, [members]))
