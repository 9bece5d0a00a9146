import { jabberCalls } from '@lapak/contract/partners/jabber'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { countEmail } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import type { Config } from '#shared/config.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { JabberDeps } from './deps.ts'
import { listJabberIds } from './jabber.queries.ts'
import { addJabberId, changeJabberId, removeJabberId } from './jabber.ts'
import { hasJabberSecret, makeJabberSecret, removeJabberSecret } from './own-secret.ts'

interface RouteDeps extends JabberDeps, Pick<VersionedCache, 'afterRefresh'> {
  config: Pick<Config, 'xmpp'>
  settings: Settings
  cipher: Cipher
}

export function jabberRoutes(routes: Routes, deps: RouteDeps) {
  const { db, config, afterRefresh } = deps

  routes.on(jabberCalls.list, ({ caller }) => listJabberIds(deps.db, caller.memberId))
  routes.on(jabberCalls.add, ({ caller, body }) => afterRefresh(addJabberId(deps, caller, body)))
  routes.on(jabberCalls.change, async ({ caller, params, body }) => {
    // Disabling an address does not require step-up authentication, so that a member can stop a suspicious address at once.
    if (body.status || body.semua) await requireStepUp(deps, caller)
    if (body.status !== undefined) await countEmail(deps, caller.memberId)
    return afterRefresh(changeJabberId(deps, caller, params.id, body))
  })
  routes.on(jabberCalls.remove, ({ caller, params }) => afterRefresh(removeJabberId(deps, caller, params.id)))
  routes.on(jabberCalls.house, async ({ caller }) => ({
    alamat: config.xmpp?.accounts.map(({ jid }) => jid) ?? [],
    kuncisendiri: await hasJabberSecret(db, caller.memberId),
  }))
  routes.on(jabberCalls.newSecret, async ({ caller }) => {
    await countEmail(deps, caller.memberId)
    return makeJabberSecret(deps, caller)
  })
  routes.on(jabberCalls.removeSecret, async ({ caller }) => {
    await countEmail(deps, caller.memberId)
    await removeJabberSecret(deps, caller)
  })
}
