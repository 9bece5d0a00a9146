import type { Transactionrc } from '@lapak/contract/ordering/purchases'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Statement, Tx } from '#db/db.ts'
import type { Forced } from './decide.ts'

interface Change {
  purchaseId: bigint
  from: Transactionrc
  to: Transactionrc
  description: string | null
}

/** Stores a decision in the same transaction as the money that it moves, for the verification of the ledger and for the history of the purchase. */
export async function recordForce(
  tx: Tx,
  audit: Audit,
  { by, reason, approval }: Forced,
  { purchaseId, from, to, description }: Change,
): Promise<void> {
  await tx.run(insertForce, [purchaseId, decidedBy({ by, approval }), from, to, description])
  await audit.record(tx, {
    event: 'purchase.forced',
    by,
    subject: purchaseId,
    before: { status: from },
    after: { status: to, ...(approval !== null && { askedby: approval.askedBy }) },
    ...(reason !== null && { reason }),
  })
}

/** The person who decided. If the decision needed an approval, this is the administrator who requested it. */
export const decidedBy = ({ by, approval }: Pick<Forced, 'by' | 'approval'>): bigint => approval?.askedBy ?? by.memberId

const insertForce: Statement = {
  name: 'purchases.force',
  text: 'insert into purchase_force (purchase_id, member_id, from_state, to_state, description) values ($1, $2, $3, $4, $5)',
}
