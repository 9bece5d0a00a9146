import type { DifferenceKind, ReconciliationScope } from '@lapak/contract/funds/reconciliation'
import { sql } from 'kysely'
import { refuseOwnMoney } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
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
 * it. A difference that was ended stays ended.
 */
export async function storeDifferences(tx: Tx, { scope, key, day }: Unit, found: readonly Found[]): Promise<void> {
  await sql`
    with found as (
      select * from unnest(
        ${found.map(({ kind }) => kind)}::text[], ${found.map(({ reference }) => reference)}::text[], ${found.map(({ ours }) => decimal(ours))}::numeric(20,2)[],
        ${found.map(({ theirs }) => decimal(theirs))}::numeric(20,2)[], ${found.map(({ detail }) => detail)}::text[],
        ${found.map(({ memberId }) => memberId)}::bigint[]
      ) as found(kind, reference, ours, theirs, detail, member_id)
    ),
    gone as (
      update reconciliation_difference difference set still = false
      where scope = ${scope} and key = ${key} and day = ${day}::date and ended_at is null and still
        and not exists (
          select from found
          where (found.kind, found.reference) = (difference.kind, difference.reference)
            and (found.ours, found.theirs) is not distinct from (difference.ours, difference.theirs)
        )
    )
    insert into reconciliation_difference as difference (scope, key, day, kind, reference, ours, theirs, detail, member_id)
    select ${scope}, ${key}, ${day}::date, kind, reference, ours, theirs, detail, member_id from found
    on conflict (scope, key, day, kind, reference, ours, theirs)
      do update set still = true where difference.ended_at is null and not difference.still`.execute(tx)
}

export interface EndDeps {
  db: Database
  audit: Audit
}

/** Ends a difference with the reason of an administrator. Refused if the difference is about his own money. */
export async function endDifference({ db, audit }: EndDeps, by: Caller, id: bigint, reason: string): Promise<void> {
  const isOwn = await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('reconciliation_difference')
      .select(['scope', 'kind', 'reference', 'member_id', 'ended_at', sql<string>`day::text`.as('day')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found.difference')
    if (row.ended_at !== null) throw new Refusal('difference.ended')
    if (row.member_id === by.memberId) return true
    await tx
      .updateTable('reconciliation_difference')
      .set({ ended_at: new Date(), ended_by: by.memberId, ended_reason: reason })
      .where('id', '=', id)
      .execute()
    const { scope, kind, day, reference } = row
    await audit.record(tx, { event: 'reconciliation.ended', by, subject: id, after: { scope, kind, day, reference }, reason })
    return false
  })
  if (isOwn) await refuseOwnMoney(audit, { event: 'reconciliation.end_refused', by, subject: id })
}
