import { purchaseStateWords, type Transactionrc } from '@lapak/contract/purchases'
import { type Database, lockedElsewhere, type Statement, type Tx } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { lockWallets } from '#ledger/balance.ts'
import { purchaseRefunded } from '#ledger/money-events.ts'
import { post } from '#ledger/post.ts'
import type { Callbacks } from '../../callbacks/callbacks.ts'
import { attemptState } from '../attempt-state.ts'
import { takeDayOut } from '../reading/days.ts'
import { addDebt, lockDebt } from './debts.ts'
import { freeGuards } from './guards.ts'
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

const notFrom = (state: Transactionrc) => new Refusal('purchase.state', { from: purchaseStateWords[state] })

/**
 * Pending → success or failure by hand; an admin's failure of a success is the refund. Where the answer to the commit is lost,
 * it is looked at what holds: who was told that it failed would do it again.
 */
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

/**
 * Whether this person's word is written down; waits for a commit that is still under way. Asked when its answer was lost, for
 * who is told that it failed would do it again.
 */
async function stands(db: Database, { purchaseId, by, status }: Force, from: 0 | 1): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPurchasesById(tx, [purchaseId])
    const word = await tx
      .selectFrom('purchase_force')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .where('member_id', '=', by)
      .where('from_state', '=', from)
      .where('to_state', '=', status)
      .executeTakeFirst()
    return word !== undefined
  })
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
  if (attempt.transactionrc !== 0) throw notFrom(attempt.transactionrc as Transactionrc)
  if (asked.sellerId !== null && attempt.seller_id !== asked.sellerId) throw new Refusal('not_found.purchase')
  const message = asked.description ?? (asked.status === 1 ? 'Disukseskan manual' : 'Digagalkan manual')
  const settled = settler.add({
    attemptId: attempt.id,
    purchaseId: asked.purchaseId,
    source: 'force',
    claim: null,
    result:
      asked.status === 1
        ? { state: 'success', serialNumber: asked.serialnumber, message, supplierReference: null }
        : { state: 'failed', message },
    request: '',
    answer: message,
    tookMs: null,
    forcedBy: asked.by,
  })
  const lost = await settled.then(
    ({ decision, view }) => (decision === 'succeed' || decision === 'fail' ? null : notFrom(view.transactionrc)),
    (error: unknown) => error,
  )
  // A batch that is settled again after a lost answer finds the purchase final: by this word, perhaps.
  if (lost !== null && !(await stands(db, asked, 0))) throw lost
}

/** The seller gives back what it got, the house its fee; what the seller's balance does not cover becomes its debt. */
async function refund({ db, callbacks }: ForceContext, asked: Force) {
  try {
    await db.fast.transaction((tx) => refundIn(tx, callbacks, asked))
  } catch (error) {
    if (lockedElsewhere(error)) throw new Refusal('purchase.locked', {}, { retryAfterSeconds: 1 })
    if (error instanceof Refusal || !(await stands(db, asked, 1))) throw error
  }
  callbacks.committed()
}

async function refundIn(tx: Tx, callbacks: Callbacks, asked: Force) {
  const purchase = (await lockPurchasesById(tx, [asked.purchaseId])).get(asked.purchaseId)
  if (purchase?.transactionrc !== 1) throw notFrom(purchase?.transactionrc ?? 2)
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
  await freeGuards(tx, [purchase.id])
  await tx.run(recordForce, [purchase.id, asked.by, asked.description])
  const refunded = [...(await lockPurchasesById(tx, [purchase.id])).values()]
  await tellBuyers(tx, callbacks, { changed: refunded, finished: refunded }, after)
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
