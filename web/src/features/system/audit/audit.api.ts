import { auditCalls } from '@lapak/contract/system/audit'
import type { FiltersOf } from '#lib/list-filters.ts'

export type AuditFilters = FiltersOf<typeof auditCalls.list>

export const auditList = { name: 'audit', call: auditCalls.list, key: ['audit'] }
