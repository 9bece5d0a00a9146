import type { DifferenceKind, ReconciliationScope } from '@lapak/contract/funds/reconciliation'
import { sql } from 'kysely'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { decimalOf } from '#shared/money/sen.ts'

/** One day of a bank, of a seller or of the payment provider, which is compared as a whole. */
export interface Unit {
  scope: ReconciliationScope
  /** The code of a bank, the id of a seller, or the name of the provider. */
  key: string
  day: string
}

/** A difference; its sums are in sen, and null if that side has no value. */
export interface Found {
  kind: DifferenceKind
  reference: string
  ours: bigint | null
  theirs: bigint | null
  detail: string
  /** The member who owns the money; null if there is none. */
  memberId: bigint | null
}

/** The prefix of the reference of a difference about a bank row. */
export const rowWord = 'mutasi '

/** Makes comparisons of one unit run one after the other: locks the unit until the end of the transaction. */
export const lockUnit = (tx: Tx, { scope, key, day }: Unit) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation of ${scope} ${key} ${day}`}, 0))`.execute(tx)

const decimal = (sen: bigint | null): string | null => (sen === null ? null : decimalOf(sen))

/**
 * Stores each difference once. A stored difference that is not found again is marked as no longer existing; it stays open until an administrator ends
 * it. A difference that was ended stays ended, unless it did not exist then and is found again.
 */
export async function storeDifferences(audit: Audit, tx: Tx, unit: Unit, found: readonly Found[]): Promise<void> {
  const { scope, key, day } = unit
  await sql`
    with found as (${asRows(found)}),
    gone as (
      update reconciliation_difference difference set still = false
      where scope = ${scope} and key = ${key} and day = ${day}::date and ended_at is null and still
        and not exists (select from found where ${isSame})
    )
    insert into reconciliation_difference as difference (scope, key, day, kind, reference, ours, theirs, detail, member_id)
    select ${scope}, ${key}, ${day}::date, kind, reference, ours, theirs, detail, member_id from found
    on conflict (scope, key, day, kind, reference, ours, theirs)
      do update set still = true where difference.ended_at is null and not difference.still`.execute(tx)
  await reopenFound(audit, tx, unit, found)
}

/** The cash account of the payment provider. */
export const providerCash = '06'

/**
 * SQL condition: the next comparison of its day may find the difference. One that was ended because it was gone may come back once somebody takes back
 * an explanation or a booking of the same bank or of the provider, since what explained it may now explain something else.
 */
export const mayBeFound = (since: Date) => sql<boolean>`(ended_at is null and still
  or ended_at is not null and not still and scope <> 'seller' and case scope when 'provider' then ${providerCash} else key end in (
    select row.bank_code from audit join bank_statement row on row.id = audit.subject::bigint where audit.event = 'statement.reopened' and audit.at >= ${since}
    union all
    select item.cash_code from audit join suspense_item item on item.id = audit.subject::bigint where audit.event = 'unmatched.reopened' and audit.at >= ${since}
    union all
    select top_up.cash_code from audit join top_up on top_up.id = audit.subject::bigint where audit.event = 'deposit.taken_back' and audit.at >= ${since}
  ))`

/** Nobody has decided about a difference that was ended because it was gone. */
async function reopenFound(audit: Audit, tx: Tx, { scope, key, day }: Unit, found: readonly Found[]): Promise<void> {
  const { rows } = await sql<{ id: bigint; kind: string; reference: string }>`
    with found as (${asRows(found)})
    update reconciliation_difference difference set still = true, ended_at = null, ended_by = null, ended_reason = null
    where scope = ${scope} and key = ${key} and day = ${day}::date and ended_at is not null and not still and exists (select from found where ${isSame})
    returning id, kind, reference`.execute(tx)
  for (const { id, kind, reference } of rows)
    await audit.record(tx, { event: 'reconciliation.reopened', by: systemActor, subject: id, after: { scope, kind, day, reference } })
}

const isSame = sql`(found.kind, found.reference) = (difference.kind, difference.reference)
  and (found.ours, found.theirs) is not distinct from (difference.ours, difference.theirs)`

const asRows = (found: readonly Found[]) => sql`
  select * from unnest(
    ${found.map(({ kind }) => kind)}::text[], ${found.map(({ reference }) => reference)}::text[], ${found.map(({ ours }) => decimal(ours))}::numeric(20,2)[],
    ${found.map(({ theirs }) => decimal(theirs))}::numeric(20,2)[], ${found.map(({ detail }) => detail)}::text[],
    ${found.map(({ memberId }) => memberId)}::bigint[]
  ) as found(kind, reference, ours, theirs, detail, member_id)`
