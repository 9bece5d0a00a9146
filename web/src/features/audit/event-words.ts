import type { AuditEventName } from '@lapak/contract/audit'
import { auditEventWords } from '@lapak/contract/audit-words'

/** An event of another version of the program is better read by its name than not at all. */
export const eventWord = (event: AuditEventName): string => auditEventWords[event] ?? event
