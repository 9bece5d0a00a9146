import { disputeCalls } from '@lapak/contract/disputes'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Settings } from '../settings/settings.ts'
import { disputeOf, listDisputes, readOwn } from './disputes.queries.ts'
import { beginDispute, contestDispute, type DisputeDeps, disputableUntil, giveBack, withdrawDispute } from './disputes.ts'

export function disputeRoutes(routes: Routes, deps: DisputeDeps) {
  const { db } = deps
  routes.on(disputeCalls.list, ({ caller, query }) => listDisputes(db.read, { buyerId: caller.memberId }, query))
  routes.on(disputeCalls.one, ({ caller, params }) => readOwn(db.read, caller.memberId, params.id))
  routes.on(disputeCalls.ofPurchase, ({ caller, params }) => ofPurchase(deps, caller.memberId, params.id))
  routes.on(disputeCalls.begin, ({ caller, body }) => beginDispute(deps, caller, body))
  routes.on(disputeCalls.withdraw, ({ caller, params }) => withdrawDispute(deps, caller, params.id))
  routes.on(disputeCalls.sellerList, ({ caller, query }) => listDisputes(db.read, { sellerId: caller.memberId }, query))
  routes.on(disputeCalls.giveBack, ({ caller, params, body }) => giveBack(deps, caller, params.id, body.msg))
  routes.on(disputeCalls.contest, ({ caller, params, body }) => contestDispute(deps, caller, params.id, body.msg))
}

/** For the buyer of it: what came of it, or until when it may be disputed. */
async function ofPurchase({ db, settings }: { db: Database; settings: Settings }, buyerId: bigint, id: bigint) {
  const purchase = await db.read
    .selectFrom('purchase')
    .select(['transactionrc', 'updated_at'])
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
  if (!purchase) throw new Refusal('not_found.purchase')
  const dispute = await disputeOf(db.read, id)
  const until = disputableUntil(settings, purchase.updated_at)
  return { dispute, until: dispute === null && purchase.transactionrc === 1 && until > new Date() ? until : null }
}
