import { auditEventLabels } from '@lapak/contract/shared/audit-labels'
import type { AuditEventName } from '@lapak/contract/system/audit'

/** The label of an event. An event of another version of the software has no label here, so its name is shown. */
export const eventLabel = (event: AuditEventName): string => auditEventLabels[event] ?? event
