import { bigints, integers, smallints, texts } from '#core/arrays.ts'
import { type Statement, type Tx, violates } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { lockWalletsSql } from './balance.ts'
import type { EntrySet } from './money-events.ts'

/**
 * The only place that changes a balance.
 *
 * Rules, kept by the database as well (0001-ledger.sql): a set of entries sums to zero; entries are never changed; a
 * wallet never goes below zero; the same event is never booked twice for a reference; wallets are locked in id order
 * before anything is written, so that two postings can wait for each other but never deadlock.
 */

/** The number of a new set of entries. */
export const nextSet = `nextval('entry_set_id')`

const columns = 'set_id, leg, account_id, amount, balance_after, event, reference'

/**
 * The two statements with which a function of the database posts that has locked the wallets and knows every running balance.
 * This one enters: `legs` selects the columns of entries in their order.
 */
export const enterSql = (legs: string) => `insert into entry (${columns})${legs}`

/** And this one changes the wallets of `members`, which had `before` and have `after`; null where nobody knows, and nothing was taken. */
export const takeFromWalletsSql = (
  members: string,
  before: string,
  after: string,
) => `update wallet set balance = wallet.balance - (taken.before - taken.after)
    from unnest(${members}, ${before}, ${after}) as taken(member_id, before, after)
    where wallet.member_id = taken.member_id and wallet.member_id = any(${members}) and taken.after < taken.before`

const postSets: Statement = {
  name: 'ledger.post',
  text: `
  with locked as materialized (
    ${lockWalletsSql('$1')}
  ),
  -- Drawn under the locks, so that the sets of a wallet are numbered in the order in which they changed it.
  numbered as materialized (
    select ordinal, ${nextSet} as set_id from generate_series(1, $2::integer) as ordinal
    where (select count(*) from locked) >= 0 order by ordinal
  ),
  leg as materialized (
    select numbered.set_id, given.leg, given.account_id, given.amount, given.event::ledger_event as event, given.reference
    from unnest($3::integer[], $4::smallint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
      as given(ordinal, leg, account_id, amount, event, reference)
    join numbered using (ordinal)
  ),
  change as materialized (
    select leg.account_id, sum(leg.amount)::bigint as amount, min(locked.balance) as balance
    from leg join locked on locked.member_id = leg.account_id
    group by leg.account_id
  ),
  -- From the locked balance: an update first sees the row as it was when the statement began, and the floor would be checked against that.
  changed as (
    update wallet set balance = change.balance + change.amount
    from change where wallet.member_id = change.account_id
    returning wallet.member_id, wallet.balance, change.amount
  ),
  written as (
    insert into entry (${columns})
    select leg.set_id, leg.leg, leg.account_id, leg.amount,
      (changed.balance - changed.amount + sum(leg.amount) over (partition by leg.account_id order by leg.set_id, leg.leg))::bigint,
      leg.event, leg.reference
    from leg left join changed on changed.member_id = leg.account_id
  )
  select member_id, balance from changed`,
}

/**
 * Posts sets in the transaction of the event that caused them. Answers the new balance of every wallet touched.
 * Refuses with `balance.too_low` when a wallet does not cover it; throws when an event was booked before.
 */
export async function post(tx: Tx, sets: EntrySet[]): Promise<Map<bigint, bigint>> {
  const rows = sets.flatMap((set, index) =>
    set.legs.map((leg, position) => ({ ...leg, ordinal: index + 1, leg: position + 1, event: set.event, reference: set.reference })),
  )
  if (rows.length === 0) return new Map()
  const wallets = [...new Set(rows.map((row) => row.account).filter((account) => account > 0n))]
  try {
    const changed = await tx.run<{ member_id: bigint; balance: bigint }>(postSets, [
      bigints(wallets),
      sets.length,
      integers(rows.map((row) => row.ordinal)),
      smallints(rows.map((row) => row.leg)),
      bigints(rows.map((row) => row.account)),
      bigints(rows.map((row) => row.amount)),
      texts(rows.map((row) => row.event)),
      bigints(rows.map((row) => row.reference)),
    ])
    return new Map(changed.map((row) => [row.member_id, row.balance]))
  } catch (error) {
    if (violates(error, 'wallet_not_negative')) throw new Refusal('balance.too_low')
    throw error
  }
}

const open: Statement = { name: 'ledger.open', text: 'insert into wallet (member_id) select unnest($1::bigint[])' }

/** Every member has a wallet from the first moment, with nothing in it. */
export const openWallets = (tx: Tx, members: bigint[]): Promise<unknown> => tx.run(open, [members])
