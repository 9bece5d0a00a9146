import { auditCalls } from '@lapak/contract/system/audit'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { listAudit } from './audit.queries.ts'

export function auditAdminRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(auditCalls.list, ({ query }) => listAudit(db.read, query))
}
