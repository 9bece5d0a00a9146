import { userCalls } from '@lapak/contract/backoffice/users'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { readHistories, readMutasi, type WalletDeps } from '#contexts/funds/wallet/wallet.ts'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { listPurchases } from '#contexts/ordering/purchases/purchases.ts'
import { listOffers } from '#contexts/selling/offers/offers.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Caller, Routes } from '#http/http.ts'
import { type LookDeps, readAccess, readUser, withAccessLog } from './access-log.ts'
import type { UserDeps } from './locked-user.ts'
import { resendActivation } from './resend-activation.ts'
import { setShopOfUser } from './shop-state.ts'
import { listRoles, listUsers, roleOf, sumUsers } from './users.queries.ts'
import { type Asked, changeUser } from './users.ts'

type RouteDeps = LookDeps & WalletDeps & UserDeps & Pick<VersionedCache, 'afterRefresh'> & { catalogue: CatalogueSnapshot }

export function userAdminRoutes(routes: Routes, deps: RouteDeps) {
  const { db, catalogue } = deps
  const { read } = db

  routes.on(userCalls.list, ({ query }) => listUsers(read, query))
  routes.on(userCalls.sums, () => sumUsers(read))
  routes.on(userCalls.roles, () => listRoles(read))
  routes.on(userCalls.detail, ({ caller, params: { id } }) => withAccessLog(deps, caller, id, 'detail', () => readUser(deps, caller, id)))
  routes.on(userCalls.mutasi, ({ caller, params: { id }, query }) =>
    withAccessLog(deps, caller, id, 'mutasi', () => readMutasi(deps, id, query)),
  )
  routes.on(userCalls.histories, ({ caller, params: { id }, query }) =>
    withAccessLog(deps, caller, id, 'histories', () => readHistories(deps, id, query)),
  )
  routes.on(userCalls.purchases, ({ caller, params: { id }, query }) =>
    withAccessLog(deps, caller, id, 'purchases', () => listPurchases(db, { buyerId: id }, query)),
  )
  routes.on(userCalls.offers, ({ caller, params: { id }, query }) =>
    withAccessLog(deps, caller, id, 'offers', () => listOffers({ read, catalogue }, id, query)),
  )
  routes.on(userCalls.access, ({ caller, params: { id } }) => withAccessLog(deps, caller, id, 'access', () => readAccess(deps, id)))

  const change = async (caller: Caller, asked: Asked, say: (msg: string) => void) => {
    if ((await deps.afterRefresh(changeUser(deps, caller, asked))) === 'approval_requested') say(waitsForSecond)
    return readUser(deps, caller, asked.id)
  }
  const changeRole = async (caller: Caller, { id, roleid, has, reason }: RoleAsk, say: (msg: string) => void) => {
    const role = await roleOf(read, roleid)
    return change(caller, { id, command: { act: 'role', role, has }, reason }, say)
  }

  routes.on(userCalls.change, ({ caller, body: { memberid, reason, updateat, ...changes }, setMessage }) =>
    change(caller, { id: memberid, command: { act: 'change', changes }, reason, seen: updateat }, setMessage),
  )
  routes.on(userCalls.addRole, ({ caller, body: { userid: id, roleid, reason }, setMessage }) =>
    changeRole(caller, { id, roleid, has: true, reason }, setMessage),
  )
  routes.on(userCalls.removeRole, ({ caller, params: { userid: id, roleid }, body: { reason }, setMessage }) =>
    changeRole(caller, { id, roleid, has: false, reason }, setMessage),
  )
  routes.on(userCalls.resendActivation, ({ caller, params: { id } }) => resendActivation(deps, caller, id))
  routes.on(userCalls.setShopState, async ({ caller, params: { memberid: id, status: open }, body: { reason } }) => {
    await deps.afterRefresh(setShopOfUser(deps, caller, { id, open, reason }))
    return readUser(deps, caller, id)
  })
}

interface RoleAsk {
  id: bigint
  roleid: bigint
  has: boolean
  reason: string
}
