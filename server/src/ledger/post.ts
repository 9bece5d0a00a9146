import { z } from 'zod'
import { bigints, integers, smallints, texts } from '#db/arrays.ts'
import { type Statement, type Tx, violatesConstraint } from '#db/db.ts'
import type { Refusal } from '#http/refusal.ts'
import { enqueueEach, idInJob, type Job } from '#jobs/jobs.ts'
import { lockWalletsSql } from './balance.ts'
import type { EntrySet, Leg } from './money-events.ts'

/**
 * The only code that changes a balance.
 * Rules, which the database also enforces (0003-ledger.sql): the entries of a set sum to zero; entries are never changed; a wallet never goes below
 * zero; an event is never booked twice for one reference. Wallets are locked in id order before anything is written, so that two postings may wait
 * for each other but never deadlock.
 */

/** SQL that draws the number of a new entry set. */
export const nextSetIdSql = `nextval('entry_set_id')`

const columns = 'set_id, leg, account_id, amount, balance_after, event, reference'

/**
 * SQL fragments for the database function `place_orders`, which knows every running balance. This fragment inserts entries; `legs` is a query with
 * the columns of an entry, in order.
 */
export const insertEntriesSql = (legs: string) => `insert into entry (${columns})${legs}`

/**
 * SQL that debits each wallet of `members` (ascending ids) by its element of `debits`, but only if its balance is sufficient and its account is
 * neither blocked nor closed; a null debits nothing. It returns the balances before and after. The update itself locks the wallets until the commit, because a separate lock before the update would
 * cost as much as the update. The locks are taken in id order, because PostgreSQL looks up the array in the order of the table's only index.
 */
export const debitWalletsSql = (members: string, debits: string) =>
  `update wallet set balance = ${subtractIfCoveredSql('balance', `case when not shut then ${debits}[${positionInSql(members, 'member_id')}] end`)}
    where member_id = any(${members}) returning old.member_id, old.balance as balance_before, new.balance as balance_after, old.shut`

/**
 * Subtracts `less` from `number`, unless the result would be negative. PostgreSQL evaluates the check constraint on every row version that the update
 * computes, including versions that a concurrent update makes obsolete, so no version may be negative. `less` is evaluated once and may be null.
 */
export const subtractIfCoveredSql = (number: string, less: string) => `coalesce(nullif(greatest(${number} - ${less}, -1), -1), ${number})`

/** Sets the balances of the locked wallets of `members` to the elements of `after`; for a null, the balance is unchanged. */
export const setBalancesSql = (members: string, after: string) =>
  `update wallet set balance = ${after}[${positionInSql(members, 'member_id')}]
    where member_id = any(${members}) and ${after}[${positionInSql(members, 'member_id')}] <> balance`

/**
 * The position of a number in an ascending array that contains it. The array is selected in a subquery, so that PostgreSQL expands it once instead of
 * once per row.
 */
export const positionInSql = (array: string, number: string) => `width_bucket(${number}, (select ${array}))`

/**
 * Parameters: `$1` is the wallets in ascending order, `$2` the total change of each wallet, `$3` the number of entry sets. The other parameters
 * describe the legs: number of the set, leg, account, position of its wallet in `$1`, change of that wallet up to and including this leg (both null
 * for platform accounts), amount, event, reference. Values are found by position instead of a join: a join that was planned for few legs would
 * compare each leg of a batch with each set.
 */
const postSets: Statement = {
  name: 'ledger.post-sets',
  text: `
  with locked as materialized (
    ${lockWalletsSql('$1')}
  ),
  -- Posts nothing if a wallet does not exist, because the positions in $1 would shift.
  balances as materialized (
    select array_agg(balance order by member_id) as before from locked having count(*) = cardinality($1::bigint[])
  ),
  -- Drawn under the locks, so that the sets of a wallet are numbered in the order in which they changed it.
  numbered as materialized (
    select array_agg(${nextSetIdSql}) as ids from generate_series(1, $3::integer) where (select count(*) from locked) = cardinality($1::bigint[])
  ),
  -- Computes from the locked balance, because the update evaluates the row version of the start of the statement.
  changed as (
    update wallet set balance = (select before from balances)[width_bucket(member_id, $1::bigint[])] + ($2::bigint[])[width_bucket(member_id, $1::bigint[])]
    where member_id = any($1::bigint[])
    returning member_id, balance, shut
  ),
  written as (
    insert into entry (${columns})
    select (select ids from numbered)[ordinal], leg, account_id, amount, (select before from balances)[wallet_at] + running, event::ledger_event, reference
    from unnest($4::integer[], $5::smallint[], $6::bigint[], $7::integer[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[])
      as given(ordinal, leg, account_id, wallet_at, running, amount, event, reference)
  )
  select member_id, balance, shut from changed`,
}

interface PostedLeg extends Leg {
  ordinal: number
  leg: number
  event: EntrySet['event']
  reference: bigint
  /** The change of the leg's wallet by all legs up to and including this leg; null for platform accounts. */
  running: bigint | null
}

/** All legs in order, and the total change of each wallet. */
function legsOf(sets: EntrySet[]): { legs: PostedLeg[]; totals: ReadonlyMap<bigint, bigint> } {
  const totals = new Map<bigint, bigint>()
  const runningOf = ({ account, amount }: Leg) => {
    if (account < 0n) return null
    const running = (totals.get(account) ?? 0n) + amount
    totals.set(account, running)
    return running
  }
  const legs = sets.flatMap(({ event, reference, legs: of }, index) =>
    of.map((leg, position) => ({ ...leg, ordinal: index + 1, leg: position + 1, event, reference, running: runningOf(leg) })),
  )
  return { legs, totals }
}

/** Enqueued when money came into a shut account, with the event and reference of the entry. */
const creditPayload = z.object({ member: idInJob, event: z.string(), reference: idInJob })
export const moneyInClosedAccountJob: Job<typeof creditPayload> = { name: 'money-in-closed-account', payload: creditPayload }

interface PostingRefusals {
  /** The refusal if a wallet does not cover a debit. */
  insufficientBalance?: () => Refusal
  /** The refusal if a set would credit a shut account, whose owner has left or is blocked. */
  accountClosed?: () => Refusal
}

/**
 * Posts entry sets in the transaction of the event that caused them. Returns the new balances of all affected wallets. Throws if an event was booked
 * before, or if a wallet does not cover a debit.
 * Every credit to a wallet is posted by this function, so it checks under the wallet's lock whether the account is shut. If `accountClosed` is given, such a
 * credit is refused. Otherwise the money is booked, and a job reopens the account or shows the money to administrators (ADR 0087).
 */
export async function postEntries(
  tx: Tx,
  sets: EntrySet[],
  { insufficientBalance, accountClosed }: PostingRefusals = {},
): Promise<Map<bigint, bigint>> {
  const { legs, totals } = legsOf(sets)
  if (legs.length === 0) return new Map()
  const wallets = [...totals.keys()].sort((a, b) => (a < b ? -1 : 1))
  const walletAt = new Map(wallets.map((wallet, index) => [wallet, index + 1]))
  try {
    const changed = await tx.run<{ member_id: bigint; balance: bigint; shut: boolean }>(postSets, [
      bigints(wallets),
      bigints(wallets.map((wallet) => totals.get(wallet))),
      sets.length,
      integers(legs.map((one) => one.ordinal)),
      smallints(legs.map((one) => one.leg)),
      bigints(legs.map((one) => one.account)),
      integers(legs.map((one) => walletAt.get(one.account))),
      bigints(legs.map((one) => one.running)),
      bigints(legs.map((one) => one.amount)),
      texts(legs.map((one) => one.event)),
      bigints(legs.map((one) => one.reference)),
    ])
    const closed = new Set(changed.flatMap((row) => (row.shut ? [row.member_id] : [])))
    if (closed.size > 0) await handleCreditsToClosedAccounts(tx, closed, legs, accountClosed)
    return new Map(changed.map((row) => [row.member_id, row.balance]))
  } catch (error) {
    if (insufficientBalance && violatesConstraint(error, 'wallet_not_negative')) throw insufficientBalance()
    throw error
  }
}

async function handleCreditsToClosedAccounts(
  tx: Tx,
  closed: ReadonlySet<bigint>,
  legs: readonly PostedLeg[],
  accountClosed?: () => Refusal,
): Promise<void> {
  const credits = legs.filter(({ account, amount }) => amount > 0n && closed.has(account))
  if (credits.length > 0 && accountClosed) throw accountClosed()
  const jobs = credits.map(({ account: member, event, reference }) => ({ payload: { member, event, reference }, at: null }))
  await enqueueEach(tx, moneyInClosedAccountJob, jobs)
}

const insertWallets: Statement = { name: 'ledger.open', text: 'insert into wallet (member_id) select unnest($1::bigint[])' }

/** Every member gets an empty wallet when it is created. */
export const openWallets = (tx: Pick<Tx, 'run'>, members: bigint[]): Promise<unknown> => tx.run(insertWallets, [members])
