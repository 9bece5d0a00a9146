import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import { Refusal } from '#http/refusal.ts'

/** Audit events of attempts to decide about own money. */
type OwnMoneyEvent =
  | 'adjustment.refused'
  | 'alert.refused'
  | 'cash_out.decide_refused'
  | 'decision.reject_refused'
  | 'deposit.decide_refused'
  | 'dispute.decide_refused'
  | 'purchase.force_refused'
  | 'reconciliation.end_refused'
  | 'reconciliation.file_refused'
  | 'statement.explain_refused'
  | 'statement.reopen_refused'
  | 'unmatched.assign_refused'
  | 'unmatched.explain_refused'

/**
 * Administrators cannot decide about their own money, and the attempt is recorded in the audit. Call this function outside of any transaction, so
 * that the record is not rolled back.
 */
export async function refuseOwnMoney(audit: Audit, tried: { event: OwnMoneyEvent; by: Actor; subject: bigint }): Promise<never> {
  await audit.recordRefused({ ...tried, after: { why: 'decision.own_money' } })
  throw new Refusal('decision.own_money')
}
