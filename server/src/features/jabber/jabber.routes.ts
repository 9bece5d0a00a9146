import { jabberCalls } from '@lapak/contract/jabber'
import type { Routes } from '#core/http.ts'
import { listJabberIds } from './jabber.queries.ts'
import { addJabberId, type JabberDeps, removeJabberId } from './jabber.ts'

export function jabberRoutes(routes: Routes, deps: JabberDeps) {
  routes.on(jabberCalls.list, ({ caller }) => listJabberIds(deps.db, caller.memberId))
  routes.on(jabberCalls.add, ({ caller, body }) => addJabberId(deps, caller, body))
  routes.on(jabberCalls.remove, ({ caller, params }) => removeJabberId(deps, caller, params.id))
}
