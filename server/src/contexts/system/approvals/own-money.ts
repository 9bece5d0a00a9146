import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import { Refusal } from '#http/refusal.ts'

/** What the audit calls a try about own money. */
type OwnMoneyEvent =
  | 'adjustment.refused'
  | 'alert.refused'
  | 'cash_out.decide_refused'
  | 'deposit.decide_refused'
  | 'dispute.decide_refused'
  | 'purchase.force_refused'
  | 'reconciliation.end_refused'
  | 'reconciliation.file_refused'
  | 'statement.explain_refused'
  | 'unmatched.assign_refused'
  | 'unmatched.explain_refused'

/** Nobody decides about own money, and who tries is in the audit. Outside of any transaction, since what is noted stays. */
export async function refuseOwnMoney(audit: Audit, tried: { event: OwnMoneyEvent; by: Actor; subject: bigint }): Promise<never> {
  await audit.noteRefused({ ...tried, after: { why: 'decision.own_money' } })
  throw new Refusal('decision.own_money')
}
