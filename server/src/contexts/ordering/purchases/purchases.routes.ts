import { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { BodyOf } from '@lapak/contract/shared/call'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { SessionAttempts } from '#contexts/members/passwords/passwords.ts'
import { requirePin } from '#contexts/members/pin/pin.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import type { Caller, Routes } from '#http/http.ts'
import type { Purchases } from './purchases.ts'
import type { Scope } from './queries/filters.ts'
import { listPurchases, listSales } from './queries/lists.queries.ts'
import { downloadPurchases, downloadSales } from './queries/purchases.csv.ts'
import { purchaseDetail, readSale, recentTargets, recognisedOperator } from './queries/purchases.queries.ts'
import { sumPurchases } from './queries/sums.ts'

interface RouteDeps {
  db: Database
  audit: Audit
  sessionAttempts: SessionAttempts
  purchases: Purchases
  catalogue: CatalogueSnapshot
}

export function purchaseRoutes(routes: Routes, deps: RouteDeps) {
  const { db, purchases, catalogue } = deps
  const detail = (scope: Scope, id: bigint) => purchaseDetail(db, scope, id)

  routes.on(purchaseCalls.list, ({ query, caller }) => listPurchases(db, { buyerId: caller.memberId }, query))
  routes.on(purchaseCalls.today, ({ query, caller }) => sumPurchases(db, { buyerId: caller.memberId }, query, new Date()))
  routes.on(purchaseCalls.download, ({ query, caller }) => downloadPurchases(db, { buyerId: caller.memberId }, query))
  routes.on(purchaseCalls.detail, ({ params, caller }) => detail({ buyerId: caller.memberId }, params.id))
  routes.on(purchaseCalls.recentTargets, ({ caller }) => recentTargets(db, caller.memberId))
  routes.on(purchaseCalls.orderable, async ({ query, caller }) => ({
    operator: recognisedOperator(catalogue, query.target),
    products: [...(await purchases.orderable(caller.memberId, query)), ...(await purchases.orderableOutsideList(caller.memberId, query))],
  }))
  routes.on(purchaseCalls.bill, ({ body, caller }) => purchases.inquireBill(inquiryOf(body, caller)))
  routes.on(purchaseCalls.customer, async ({ body, caller }) => ({ name: await purchases.inquireCustomer(inquiryOf(body, caller)) }))
  routes.on(purchaseCalls.order, async ({ body, caller }) => {
    await requirePin(deps, caller, body.pin ?? '')
    const { view } = await purchases.order({
      buyerId: caller.memberId,
      reffclient: body.reffclient,
      productcode: body.productcode,
      target: body.target,
      counter: body.counter,
      amount: body.amount ?? null,
      maxprice: body.maxprice ?? null,
      token: body.token ?? null,
      offerId: body.productmemberid ?? null,
      channel: orderChannels.page,
      callbackUrl: null,
    })
    return detail({ buyerId: caller.memberId }, view.id)
  })

  routes.on(purchaseCalls.sellerList, ({ query, caller }) => listSales(db, caller.memberId, query))
  routes.on(purchaseCalls.sellerToday, async ({ query, caller }) => {
    const sum = await sumPurchases(db, { sellerId: caller.memberId }, query, new Date())
    return { ...sum, sumsell: sum }
  })
  routes.on(purchaseCalls.sellerDownload, ({ query, caller }) => downloadSales(db, deps.audit, caller, query))
  routes.on(purchaseCalls.sellerDetail, ({ params, caller }) => readSale(db, caller.memberId, params.id))
  routes.on(purchaseCalls.sellerSettle, async ({ params, body, caller }) => {
    // The sale may have been delivered. If the seller declares it failed, the seller loses the goods, so step-up authentication is required.
    if (body.status === 2) await requireStepUp(deps, caller)
    await purchases.force({
      purchaseId: params.id,
      status: body.status,
      serialnumber: body.serialnumber ?? null,
      description: body.description ?? null,
      by: caller,
      sellerId: caller.memberId,
    })
    return detail({ sellerId: caller.memberId }, params.id)
  })
}

const inquiryOf = ({ productcode, target, productmemberid }: BodyOf<typeof purchaseCalls.bill>, { memberId }: Caller) => ({
  buyerId: memberId,
  productcode,
  target,
  offerId: productmemberid ?? null,
})
