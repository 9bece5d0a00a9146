import { auditEventLabels } from '@lapak/contract/shared/audit-labels'
import type { AuditEventName } from '@lapak/contract/system/audit'

/** An event of another version of the application has no label here; its name is shown instead. */
export const eventWord = (event: AuditEventName): string => auditEventLabels[event] ?? event
