import { auditSubjectLabels } from '@lapak/contract/shared/audit-labels'
import type { AuditRow } from '@lapak/contract/system/audit'
import type { LinkProps } from '@tanstack/react-router'

const words: Partial<Record<string, string>> = auditSubjectLabels

/** The label of a kind of subject. A kind of another version of the software has no label here, so its name is shown. */
export const subjectKindLabel = (kind: string): string => words[kind] ?? kind

export const subjectLabel = ({ subjectkind, subject }: AuditRow): string => `${subjectKindLabel(subjectkind)} ${subject}`.trim()

/** The page that shows the subject; null if there is no such page. */
export function subjectLinkOf({ subjectkind, subject }: AuditRow): Pick<LinkProps, 'to' | 'search'> | null {
  if (!/^\d{1,15}$/.test(subject)) return null
  if (subjectkind === 'member') return memberLinkOf(subject)
  if (subjectkind === 'deposit') return { to: '/cashin', search: { tiket: subject } }
  if (subjectkind === 'post') return { to: '/admin/kiriman', search: { kiriman: subject } }
  if (subjectkind === 'purchase') return { to: '/trxadm', search: { trx: subject } }
  if (subjectkind === 'cash_out') return { to: '/cashout', search: { tiket: subject } }
  return null
}

export const memberLinkOf = (id: string): Pick<LinkProps, 'to' | 'search'> => ({ to: '/usermanagement', search: { member: id } })
