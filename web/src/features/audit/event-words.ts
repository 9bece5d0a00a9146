import { type AuditEventName, auditEventNames } from '@lapak/contract/audit'
import { auditEventWords } from '@lapak/contract/audit-words'

/** An event of another version of the program is better read by its name than not at all. */
export const eventWord = (event: AuditEventName): string => auditEventWords[event] ?? event

/** By their words, as people look for them. */
export const eventChoices = auditEventNames
  .map((value) => ({ value, label: eventWord(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, 'id'))
