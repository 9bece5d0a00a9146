import type { Statement, Tx } from '#core/db.ts'

/** What sellers owe from refunds that their balance did not cover. The books say the same sum (ledger/proof/). */

const lockOwing: Statement = {
  name: 'purchases.debts',
  text: 'select seller_id, amount from seller_debt where seller_id = any($1::bigint[]) and amount > 0 order by seller_id for update',
}

const lockFreeOwing: Statement = {
  name: 'purchases.free-debts',
  text: `
  with free as materialized (
    select seller_id, amount from seller_debt where seller_id = any($1::bigint[]) and amount > 0 for update skip locked
  )
  select seller_id, amount from free
  union all
  select seller_id, null from seller_debt where seller_id = any($1::bigint[]) and amount > 0 and not (seller_id = any(array(select seller_id from free)))`,
}

/**
 * Locks what these sellers owe, in id order; who owes nothing is not in the answer. When it is to pass over, the amount of
 * whose debt somebody else has locked is null.
 */
export async function lockDebts(tx: Tx, sellers: bigint[], passOver: boolean): Promise<Map<bigint, bigint | null>> {
  if (sellers.length === 0) return new Map()
  const debts = await tx.run<{ seller_id: bigint; amount: bigint | null }>(passOver ? lockFreeOwing : lockOwing, [sellers])
  return new Map(debts.map((debt) => [debt.seller_id, debt.amount]))
}

const lockOne: Statement = { name: 'purchases.lock-debt', text: 'select amount from seller_debt where seller_id = $1 for update' }

/** Locks the row of a seller that is about to owe more. */
export const lockDebt = (tx: Tx, seller: bigint): Promise<unknown> => tx.run(lockOne, [seller])

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
