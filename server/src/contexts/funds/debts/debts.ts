import { sql } from 'kysely'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Reader, Statement, Tx } from '#db/db.ts'
import { lockWallets } from '#ledger/balance.ts'
import { debtSettled } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { publishEvent } from '#realtime/events.ts'

export { openClaimsOf } from './open-claims.ts'

/*
 * Debts of sellers from refunds that their balance did not cover. The ledger has the same sums; ledger/verification/ checks that they are equal. A
 * debt is paid from the seller's next sales, and from the balance before other money leaves it. Lock order: debts before wallets.
 */

const lockOwing: Statement = {
  name: 'purchases.debts',
  text: 'select seller_id, amount from seller_debt where seller_id = any($1::bigint[]) and amount > 0 order by seller_id for update',
}

const lockOwingSkipLocked: Statement = {
  name: 'purchases.debts-skip-locked',
  text: `
  with free as materialized (
    select seller_id, amount from seller_debt where seller_id = any($1::bigint[]) and amount > 0 for update skip locked
  )
  select seller_id, amount from free
  union all
  select seller_id, null from seller_debt where seller_id = any($1::bigint[]) and amount > 0 and not (seller_id = any(array(select seller_id from free)))`,
}

/**
 * Locks the debts of these sellers, in id order; sellers without a debt are not in the result. With `skipLocked`, the amount is null for a debt that
 * another transaction has locked.
 */
export async function lockDebts(tx: Tx, sellers: bigint[], skipLocked: boolean): Promise<Map<bigint, bigint | null>> {
  if (sellers.length === 0) return new Map()
  const debts = await tx.run<{ seller_id: bigint; amount: bigint | null }>(skipLocked ? lockOwingSkipLocked : lockOwing, [sellers])
  return new Map(debts.map((debt) => [debt.seller_id, debt.amount]))
}

const open: Statement = { name: 'debts.open', text: 'insert into seller_debt (seller_id, amount) values ($1, 0) on conflict do nothing' }
const lockOne: Statement = { name: 'debts.lock', text: 'select amount from seller_debt where seller_id = $1 for update' }

/**
 * Locks the debt of one seller, even if it is zero. A missing row is created: otherwise there would be nothing to lock, and the wallet would be
 * locked before a debt that arises concurrently.
 */
export async function lockDebt(tx: Tx, seller: bigint): Promise<bigint> {
  await tx.run(open, [seller])
  const [debt] = await tx.run<{ amount: bigint }>(lockOne, [seller])
  return debt?.amount ?? 0n
}

const reduce: Statement = {
  name: 'purchases.reduce-debts',
  text: 'update seller_debt set amount = seller_debt.amount - given.amount from unnest($1::bigint[], $2::bigint[]) as given(seller_id, amount) where seller_debt.seller_id = any($1::bigint[]) and seller_debt.seller_id = given.seller_id',
}

export async function reduceDebts(tx: Tx, paid: ReadonlyMap<bigint, bigint>): Promise<void> {
  if (paid.size > 0) await tx.run(reduce, [[...paid.keys()], [...paid.values()]])
}

const add: Statement = {
  name: 'purchases.add-debt',
  text: 'insert into seller_debt (seller_id, amount) values ($1, $2) on conflict (seller_id) do update set amount = seller_debt.amount + excluded.amount',
}

export const addDebt = (tx: Tx, seller: bigint, amount: bigint): Promise<unknown> => tx.run(add, [seller, amount])

export async function debtOf(read: Reader, seller: bigint): Promise<bigint> {
  const debt = await read.selectFrom('seller_debt').select('amount').where('seller_id', '=', seller).executeTakeFirst()
  return debt?.amount ?? 0n
}

/** The reason why a debt is paid from the balance. */
export type SettlementCause = 'cash_out' | 'cash_out_back' | 'selling_ended' | 'account_shut'

export interface Settlement {
  /** The rest of the debt that the balance did not cover. */
  owed: bigint
  /** The new balance; null if nothing was paid. */
  balance: bigint | null
}

/** Pays the debt of a member from its balance, as far as the balance covers the debt. The payment is audited with its cause. */
export async function settleDebt(tx: Tx, audit: Pick<Audit, 'record'>, seller: bigint, cause: SettlementCause): Promise<Settlement> {
  const owed = await lockDebt(tx, seller)
  if (owed === 0n) return { owed, balance: null }
  const had = (await lockWallets(tx, [seller])).get(seller) ?? 0n
  const amount = had < owed ? had : owed
  if (amount === 0n) return { owed, balance: null }
  const { id } = await tx
    .insertInto('debt_settlement')
    .values({ seller_id: seller, amount, cause })
    .returning('id')
    .executeTakeFirstOrThrow()
  const balances = await postEntries(tx, [debtSettled(id, seller, amount)])
  await reduceDebts(tx, new Map([[seller, amount]]))
  await audit.record(tx, { event: 'debt.settled', by: systemActor, subject: id, after: { member: seller, amount, cause } })
  const balance = balances.get(seller) ?? null
  if (balance !== null) await publishEvent(tx, seller, 'saldo', { balance })
  return { owed: owed - amount, balance }
}

/** The sum of all debts that were paid from the balance. This money was earned, but is no longer available. */
export async function settledBy(read: Reader, seller: bigint): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from debt_settlement where seller_id = ${seller}`.execute(read)
  return rows[0]?.amount ?? 0n
}
