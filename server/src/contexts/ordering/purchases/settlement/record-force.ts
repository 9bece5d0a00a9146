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

/** A person's word stands with the money that it moved: for the rules of the books, and for who asks later. */
export async function recordForce(
  tx: Tx,
  audit: Audit,
  { by, reason, approval }: Forced,
  { purchaseId, from, to, description }: Change,
): Promise<void> {
  await tx.run(insertForce, [purchaseId, decidedBy({ by, approval }), from, to, description])
  await audit.note(tx, {
    event: 'purchase.forced',
    by,
    subject: purchaseId,
    before: { status: from },
    after: { status: to, ...(approval !== null && { askedby: approval.askedBy }) },
    ...(reason !== null && { reason }),
  })
}

/** Whose word it is: of two, the first one's. */
export const decidedBy = ({ by, approval }: Pick<Forced, 'by' | 'approval'>): bigint => approval?.askedBy ?? by.memberId

const insertForce: Statement = {
  name: 'purchases.force',
  text: 'insert into purchase_force (purchase_id, member_id, from_state, to_state, description) values ($1, $2, $3, $4, $5)',
}
