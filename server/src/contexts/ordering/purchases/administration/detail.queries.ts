import type { AdminPurchaseDetail } from '@lapak/contract/ordering/purchases'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { attemptState } from '../attempt-state.ts'
import { purchaseDetail, readExchanges } from '../queries/purchases.queries.ts'
import { neverDue } from '../settlement/status-retry.ts'
import { alertsOf } from './alerts.queries.ts'

/** All data of one purchase, as the administrator `readerId` may see them. */
export async function adminDetail(db: Database, readerId: bigint, id: bigint): Promise<AdminPurchaseDetail> {
  const purchase = await purchaseDetail(db, {}, id)
  const { read } = db
  const { fee, buyer_id, seller_id } = await read
    .selectFrom('purchase')
    .select(['fee', 'buyer_id', 'seller_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const exchanges = await readExchanges(db, id)
  return {
    ...purchase,
    fee,
    own: buyer_id === readerId || seller_id === readerId,
    decision: await openDecision(read, readerId, id),
    questions: await questionsOf(read, id, exchanges),
    exchanges,
    alerts: await alertsOf(read, id),
  }
}

async function openDecision(read: Reader, readerId: bigint, id: bigint): Promise<AdminPurchaseDetail['decision']> {
  const row = await read
    .selectFrom('approval_request')
    .innerJoin('member', 'member.id', 'approval_request.asked_by')
    .select([
      'approval_request.id',
      'approval_request.asked_by',
      'member.name as askedby',
      'approval_request.reason',
      sql<1 | 2>`(approval_request.payload ->> 'status')::integer`.as('status'),
    ])
    .where('approval_request.kind', '=', 'purchase.force')
    .where('approval_request.subject', '=', id.toString())
    .where('approval_request.outcome', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { asked_by, ...decision } = row
  return { ...decision, own: asked_by === readerId }
}

async function questionsOf(
  read: Reader,
  id: bigint,
  exchanges: AdminPurchaseDetail['exchanges'],
): Promise<AdminPurchaseDetail['questions']> {
  const live = await read
    .selectFrom('attempt')
    .select(['id', 'due_at'])
    .where('purchase_id', '=', id)
    .where('state', '<', attemptState.success)
    .executeTakeFirst()
  if (live === undefined) return null
  const asked = exchanges.filter(({ attemptid, kind }) => attemptid === live.id && kind === 'status').length
  return { asked, at: live.due_at < neverDue ? live.due_at : null }
}
