import { auditFactLabels } from '@lapak/contract/shared/audit-labels'
import { rupiahText } from '@lapak/contract/shared/money'
import { approvalKindLabels } from '@lapak/contract/system/approvals'
import type { AuditRow } from '@lapak/contract/system/audit'

type Facts = NonNullable<AuditRow['before']>
type Value = Facts[string]

const money = new Set(['amount', 'credited', 'feeflat', 'nominal', 'price', 'promo', 'received', 'sell'])

export interface ChangedFact {
  name: string
  label: string
  /** Undefined if there was no value before the event. */
  before: string | undefined
  after: string | undefined
}

/** Every fact of a row with its values before and after. */
export function changedFactsOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedFact[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    name,
    label: auditFactLabels[name] ?? name,
    before: factText(name, before?.[name]),
    after: factText(name, after?.[name]),
  }))
}

function factText(name: string, value: Value | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'kosong'
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (typeof value === 'number') return money.has(name) ? rupiahText(value) : value.toString()
  if (typeof value !== 'string') return JSON.stringify(value)
  return (name === 'kind' && (approvalKindLabels as Record<string, string>)[value]) || value
}
