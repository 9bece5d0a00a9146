import type { Statement, Tx } from '#db/db.ts'

/** Stock of offers with a limit; the placer subtracts in its own statement. */

const lock: Statement = {
  name: 'purchases.lock-stock',
  text: 'select offer_id from offer_stock where offer_id = any($1::bigint[]) order by offer_id for update',
}

/**
 * Locks all stock that failing purchases may return or take, once and in id order. Locking one by one while sellers are tried would lead to deadlocks
 * between processes.
 */
export async function lockStock(tx: Tx, offers: bigint[]): Promise<void> {
  if (offers.length > 0) await tx.run(lock, [offers])
}

const lockFree: Statement = {
  name: 'purchases.lock-free-stock',
  text: `
  with free as materialized (select offer_id from offer_stock where offer_id = any($1::bigint[]) for update skip locked)
  select offer_id from offer_stock where offer_id = any($1::bigint[]) and not (offer_id = any(array(select offer_id from free)))`,
}

/** Locks the free rows and returns those that are locked elsewhere. */
export async function lockFreeStock(tx: Tx, offers: bigint[]): Promise<Set<bigint>> {
  const held = offers.length === 0 ? [] : await tx.run<{ offer_id: bigint }>(lockFree, [offers])
  return new Set(held.map(({ offer_id }) => offer_id))
}

const take: Statement = {
  name: 'purchases.take-stock',
  text: 'update offer_stock set remaining = remaining - 1 where offer_id = $1 and remaining > 0 returning offer_id',
}

/** False if nothing is left. */
export const takeStock = async (tx: Tx, offerId: bigint): Promise<boolean> => (await tx.run(take, [offerId])).length > 0

const giveBack: Statement = {
  name: 'purchases.give-back-stock',
  text: `
  update offer_stock set remaining = remaining + given.count
  from (
    select attempt.offer_id, count(*)
    from attempt cross join lateral (select since from offer_stock where offer_stock.offer_id = attempt.offer_id offset 0) counted
    where attempt.id = any($1::bigint[]) and attempt.created_at >= counted.since
    group by attempt.offer_id
  ) given
  where offer_stock.offer_id = any($2::bigint[]) and offer_stock.offer_id = given.offer_id`,
}

/** Returns the pieces that these attempts took. Nothing is returned if the stock is unlimited or was counted again since. */
export async function giveBackStock(tx: Tx, attempts: { id: bigint; offer_id: bigint }[]): Promise<void> {
  if (attempts.length === 0) return
  await tx.run(giveBack, [attempts.map(({ id }) => id), [...new Set(attempts.map(({ offer_id }) => offer_id))]])
}
