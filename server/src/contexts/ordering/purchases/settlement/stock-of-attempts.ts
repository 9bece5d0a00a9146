import type { Statement, Tx } from '#db/db.ts'

/** The stock of offers with limited stock. The placer subtracts pieces in its own statement. */

const lock: Statement = {
  name: 'purchases.lock-stock',
  text: 'select offer_id from offer_stock where offer_id = any($1::bigint[]) order by offer_id for update',
}

/**
 * Locks all stock that failing purchases may return or take, once and in order of id. Locking it one offer at a time while sellers are tried would
 * lead to deadlocks between processes.
 */
export async function lockStock(tx: Tx, offers: bigint[]): Promise<void> {
  if (offers.length > 0) await tx.run(lock, [offers])
}

const lockSkipLocked: Statement = {
  name: 'purchases.lock-stock-skip-locked',
  text: `
  with free as materialized (select offer_id from offer_stock where offer_id = any($1::bigint[]) for update skip locked)
  select offer_id from offer_stock where offer_id = any($1::bigint[]) and not (offer_id = any(array(select offer_id from free)))`,
}

/** Locks the rows that no other transaction has locked, and returns the offers whose rows are locked. */
export async function lockStockSkipLocked(tx: Tx, offers: bigint[]): Promise<Set<bigint>> {
  const locked = offers.length === 0 ? [] : await tx.run<{ offer_id: bigint }>(lockSkipLocked, [offers])
  return new Set(locked.map(({ offer_id }) => offer_id))
}

const take: Statement = {
  name: 'purchases.reserve-stock',
  text: 'update offer_stock set remaining = remaining - 1 where offer_id = $1 and remaining > 0 returning offer_id',
}

/** False if the offer has no piece left. */
export const reserveStock = async (tx: Tx, offerId: bigint): Promise<boolean> => (await tx.run(take, [offerId])).length > 0

const giveBack: Statement = {
  name: 'purchases.return-stock',
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

/**
 * Returns the pieces that these attempts took to the stock. Nothing is returned if the stock is unlimited, or if the present stock began after an
 * attempt.
 */
export async function returnStock(tx: Tx, attempts: { id: bigint; offer_id: bigint }[]): Promise<void> {
  if (attempts.length === 0) return
  await tx.run(giveBack, [attempts.map(({ id }) => id), [...new Set(attempts.map(({ offer_id }) => offer_id))]])
}
