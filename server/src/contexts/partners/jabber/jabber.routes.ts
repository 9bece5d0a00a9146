import { jabberCalls } from '@lapak/contract/partners/jabber'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { rateLimitSecurityEmail } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import type { Config } from '#shared/config.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { XmppDeps } from './deps.ts'
import { listXmppIds } from './jabber.queries.ts'
import { addXmppId, changeXmppId, removeXmppId } from './jabber.ts'
import { hasXmppSecret, makeXmppSecret, removeXmppSecret } from './own-secret.ts'

interface RouteDeps extends XmppDeps, Pick<VersionedCache, 'afterRefresh'> {
  config: Pick<Config, 'xmpp'>
  settings: Settings
  cipher: Cipher
}

export function xmppRoutes(routes: Routes, deps: RouteDeps) {
  const { db, config, afterRefresh } = deps

  routes.on(jabberCalls.list, ({ caller }) => listXmppIds(deps.db, caller.memberId))
  routes.on(jabberCalls.add, ({ caller, body }) => afterRefresh(addXmppId(deps, caller, body)))
  routes.on(jabberCalls.change, async ({ caller, params, body }) => {
    // Disabling an address does not require step-up authentication, so that a member can stop a suspicious address at once.
    if (body.status || body.semua) await requireStepUp(deps, caller)
    if (body.status !== undefined) await rateLimitSecurityEmail(deps, caller.memberId)
    return afterRefresh(changeXmppId(deps, caller, params.id, body))
  })
  routes.on(jabberCalls.remove, ({ caller, params }) => afterRefresh(removeXmppId(deps, caller, params.id)))
  routes.on(jabberCalls.platform, async ({ caller }) => ({
    alamat: config.xmpp?.accounts.map(({ jid }) => jid) ?? [],
    kuncisendiri: await hasXmppSecret(db, caller.memberId),
  }))
  routes.on(jabberCalls.newSecret, async ({ caller }) => {
    await rateLimitSecurityEmail(deps, caller.memberId)
    return makeXmppSecret(deps, caller)
  })
  routes.on(jabberCalls.removeSecret, async ({ caller }) => {
    await rateLimitSecurityEmail(deps, caller.memberId)
    await removeXmppSecret(deps, caller)
  })
}
