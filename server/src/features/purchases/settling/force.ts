import type { Database, Statement } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { lockWallets } from '#ledger/balance.ts'
import { purchaseRefunded } from '#ledger/entries.ts'
import { post } from '#ledger/post.ts'
import type { Callbacks } from '../../callbacks/callbacks.ts'
import { takeDayOut } from '../reading/days.ts'
import { attemptState } from './attempt-state.ts'
import { addDebt, lockDebt } from './debts.ts'
import { lockPurchasesById } from './locked.ts'
import type { Settler } from './settle.ts'
import { tellBuyers } from './tell.ts'

/** A person decides about a purchase: a seller about its own pending one, an admin about any. */
export interface Force {
  purchaseId: bigint
  status: 1 | 2
  serialnumber: string | null
  description: string | null
  by: bigint
  /** Only this seller's purchases, when a seller asks. */
  sellerId: bigint | null
}

export interface ForceContext {
  db: Database
  settler: Settler
  callbacks: Callbacks
}

const wordOf = { 0: 'PENDING', 1: 'SUKSES', 2: 'GAGAL' } as const

/** Pending → success or failure by hand; an admin's failure of a success is the refund. */
export async function force(context: ForceContext, asked: Force): Promise<void> {
  const purchase = await context.db.read
    .selectFrom('purchase')
    .select(['id', 'transactionrc', 'seller_id'])
    .where('id', '=', asked.purchaseId)
    .executeTakeFirst()
  if (!purchase || (asked.sellerId !== null && purchase.seller_id !== asked.sellerId)) throw new Refusal('not_found.purchase')
  if (purchase.transactionrc === 1 && asked.status === 2 && asked.sellerId === null) return refund(context, asked)
  await forcePending(context, asked)
}

/** Goes through the settler like any answer, so that the race with an answer has one winner. */
async function forcePending({ db, settler }: ForceContext, asked: Force) {
  const attempt = await db.read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select(['attempt.id', 'attempt.seller_id', 'purchase.transactionrc'])
    .where('attempt.purchase_id', '=', asked.purchaseId)
    .orderBy('attempt.number', 'desc')
    .executeTakeFirstOrThrow()
  if (attempt.transactionrc !== 0) throw new Refusal('purchase.state', { from: wordOf[attempt.transactionrc as 0 | 1 | 2] })
  if (asked.sellerId !== null && attempt.seller_id !== asked.sellerId) throw new Refusal('not_found.purchase')
  const message = asked.description ?? (asked.status === 1 ? 'Disukseskan manual' : 'Digagalkan manual')
  const { decision, view } = await settler.add({
    attemptId: attempt.id,
    purchaseId: asked.purchaseId,
    source: 'force',
    result:
      asked.status === 1
        ? { state: 'success', serialNumber: asked.serialnumber, message, supplierReference: null }
        : { state: 'failed', message },
    request: '',
    answer: message,
    tookMs: null,
    forcedBy: asked.by,
  })
  if (decision !== 'succeed' && decision !== 'fail') throw new Refusal('purchase.state', { from: wordOf[view.transactionrc] })
}

/** The seller gives back what it got, the house its fee; what the seller's balance does not cover becomes its debt. */
async function refund({ db, callbacks }: ForceContext, asked: Force) {
  await db.fast.transaction(async (tx) => {
    const purchase = (await lockPurchasesById(tx, [asked.purchaseId])).get(asked.purchaseId)
    if (purchase?.transactionrc !== 1) throw new Refusal('purchase.state', { from: wordOf[purchase?.transactionrc ?? 2] })
    const [attempt] = await tx.run<{ id: bigint }>(settledAttempt, [purchase.id, attemptState.success])
    if (attempt === undefined) throw new Error(`purchase ${purchase.id} succeeded without an attempt`)
    await takeDayOut(tx, purchase.created_at)
    // In the settler's order: debts before wallets.
    await lockDebt(tx, purchase.seller_id)
    const balances = await lockWallets(tx, [purchase.buyer_id, purchase.seller_id])
    const earned = purchase.price - purchase.fee
    const covered = balances.get(purchase.seller_id) ?? 0n
    const uncovered = covered < earned ? earned - covered : 0n
    const after = await post(tx, [
      purchaseRefunded({
        attempt: attempt.id,
        buyer: purchase.buyer_id,
        seller: purchase.seller_id,
        price: purchase.price,
        fee: purchase.fee,
        uncovered,
      }),
    ])
    if (uncovered > 0n) await addDebt(tx, purchase.seller_id, uncovered)
    await tx.run(markRefunded, [purchase.id, asked.description ?? 'Dikembalikan oleh admin'])
    await tx.run(recordForce, [purchase.id, asked.by, asked.description])
    const refunded = [...(await lockPurchasesById(tx, [purchase.id])).values()]
    await tellBuyers(tx, callbacks, { changed: refunded, finished: refunded }, after)
  })
  callbacks.committed()
}

const settledAttempt: Statement = {
  name: 'purchases.settled-attempt',
  text: 'select id from attempt where purchase_id = $1 and state = $2',
}

const markRefunded: Statement = {
  name: 'purchases.mark-refunded',
  text: 'update purchase set transactionrc = 2, refunded_at = now(), updated_at = now(), version = version + 1, description = $2 where id = $1',
}

const recordForce: Statement = {
  name: 'purchases.record-refund',
  text: 'insert into purchase_force (purchase_id, member_id, from_state, to_state, description) values ($1, $2, 1, 2, $3)',
}
