import { auditEventLabels } from '@lapak/contract/shared/audit-labels'
import type { AuditEventName } from '@lapak/contract/system/audit'

/** An event of another version of the program is better read by its name than not at all. */
export const eventWord = (event: AuditEventName): string => auditEventLabels[event] ?? event
