import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'

interface SoloDecision {
  memberId: bigint
  /** The setting for the amount from which on a second administrator is required. Decisions under one setting are counted together. */
  rule: string
  /** The amount in rupiah from which on a second administrator is required; 0 means no limit. */
  from: bigint
  /** The subject of the decision; each subject counts once. */
  subject: string
  amount: bigint
}

const day = sql`interval '1 day'`

/**
 * Counts a decision of an administrator against the amount that a single administrator may decide within a day, so that one large decision cannot be
 * split into ten small ones. Call it in a transaction of its own and before anything else is locked: otherwise two decisions of one administrator
 * could each wait for a wallet that the other decision has locked. A decision that is not executed in the end is therefore counted, too; each subject
 * is counted once.
 */
export async function spendSoloLimit(db: Database, { memberId, rule, from, subject, amount }: SoloDecision): Promise<boolean> {
  if (from === 0n) return true
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`decides alone ${memberId}`}, 0))`.execute(tx)
    await tx.deleteFrom('solo_approval').where('member_id', '=', memberId).where('at', '<=', sql<Date>`now() - ${day}`).execute()
    const { others } = await tx
      .selectFrom('solo_approval')
      .select(({ fn }) => fn.coalesce(fn.sum<bigint>('amount'), sql<bigint>`0`).as('others'))
      .where('member_id', '=', memberId)
      .where('rule', '=', rule)
      .where('subject', '<>', subject)
      .executeTakeFirstOrThrow()
    if (BigInt(others) + amount >= from) return false
    await tx
      .insertInto('solo_approval')
      .values({ member_id: memberId, rule, subject, amount })
      .onConflict((conflict) => conflict.columns(['member_id', 'rule', 'subject']).doUpdateSet({ amount, at: sql<Date>`now()` }))
      .execute()
    return true
  })
}

/** Which of these decisions, made one after the other, would exceed the limit of this administrator; counts nothing. */
export async function exceedsSoloLimit(
  read: Reader,
  { memberId, rule, from }: Pick<SoloDecision, 'memberId' | 'rule' | 'from'>,
  wishes: Pick<SoloDecision, 'subject' | 'amount'>[],
): Promise<Set<string>> {
  if (from === 0n) return new Set()
  const rows = await read
    .selectFrom('solo_approval')
    .select(['subject', 'amount'])
    .where('member_id', '=', memberId)
    .where('rule', '=', rule)
    .where('at', '>', sql<Date>`now() - ${day}`)
    .execute()
  const counted = new Map(rows.map(({ subject, amount }) => [subject, amount]))
  let sum = rows.reduce((total, { amount }) => total + amount, 0n)
  const beyond = new Set<string>()
  for (const { subject, amount } of wishes) {
    const others = sum - (counted.get(subject) ?? 0n)
    if (others + amount >= from) beyond.add(subject)
    else sum = others + amount
  }
  return beyond
}
