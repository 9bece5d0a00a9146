import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import { maxSetId } from './statement.ts'

/*
 * Platform accounts have no running balance, because all sales would wait for the lock of that one row. Their balance is the balance of the last
 * checkpoint, which is created every few minutes, plus the entries since.
 */

/** Stores the balances of all platform accounts after all entry sets up to the number `settled`. */
export const storeCheckpoint = (db: Database, settled: bigint): Promise<void> =>
  db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const newest = await newestCheckpoint(tx)
    if (newest >= settled) return
    // Two concurrent workers compute the same rows, so the later insert adds nothing.
    await sql`
      insert into account_checkpoint (account_id, set_id, balance)
      select account.id, ${settled}, coalesce(checkpoint.balance, 0) + coalesce(since.amount, 0)
      from system_account account
      left join account_checkpoint checkpoint on checkpoint.account_id = account.id and checkpoint.set_id = ${newest}
      left join (
        select account_id, sum(amount)::bigint as amount from entry
        where set_id > ${newest} and set_id <= ${settled} and account_id < 0 group by account_id
      ) since on since.account_id = account.id
      on conflict do nothing`.execute(tx)
  })

/** Deletes all checkpoints of a day except its last one, which is needed for statements of old days. */
export const thinCheckpoints = (tx: Tx, day: string): Promise<unknown> =>
  sql`
    with day as (
      select first_set, (select first_set from ledger_day where day = ${day}::date + 1) as beyond from ledger_day where day = ${day}::date
    )
    delete from account_checkpoint using day
    where set_id >= day.first_set and set_id < (select max(set_id) from account_checkpoint where set_id < day.beyond)`.execute(tx)

/** The number of the newest checkpoint; 0 if there is none. */
async function newestCheckpoint(read: Reader): Promise<bigint> {
  const { rows } = await sql<{ newest: bigint }>`select coalesce(max(set_id), 0) as newest from account_checkpoint`.execute(read)
  return rows[0]?.newest ?? 0n
}

export interface PlatformBalance {
  id: bigint
  code: string
  name: string
  /** A positive balance is a credit, as in the ledger. */
  balance: bigint
}

/**
 * The current balances of all platform accounts. The entries since the checkpoint are selected by a range with two ends, so that the planner expects
 * few rows even without statistics.
 */
export async function platformBalances(read: Reader): Promise<PlatformBalance[]> {
  const newest = await newestCheckpoint(read)
  const { rows } = await sql<PlatformBalance>`
    select account.id, account.code, account.name, (coalesce(checkpoint.balance, 0) + coalesce(since.amount, 0))::bigint as balance
    from system_account account
    left join account_checkpoint checkpoint on checkpoint.account_id = account.id and checkpoint.set_id = ${newest}
    left join (
      select account_id, sum(amount) as amount from entry
      where set_id > ${newest} and set_id < ${maxSetId} and account_id < 0 group by account_id
    ) since on since.account_id = account.id
    order by account.id desc`.execute(read)
  return rows
}
