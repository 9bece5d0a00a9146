import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'

interface SoloDecision {
  memberId: bigint
  /** The rule that names the sum from which on a second one has to agree. What is decided under one rule counts together. */
  rule: string
  /** That sum; 0 is none. */
  from: bigint
  /** What is decided about; counts once. */
  subject: string
  amount: bigint
}

const day = sql`interval '1 day'`

/**
 * Counts what an administrator decides against what it may decide alone within a day, so that one large decision is not made as ten small
 * ones. Before anything else is locked and in a transaction of its own: under a lock, two decisions of one person would wait for each
 * other's wallets. So it counts as well when nothing came of it, and each subject once.
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

/** Which of these, decided one after the other, would be more than this administrator may decide alone; counts nothing. */
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
