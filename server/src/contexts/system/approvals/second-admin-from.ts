import type { SettingValue } from '@lapak/contract/shared/setting-defaults'
import type { Database } from '#db/db.ts'
import { hasSecondAdministrator } from './administrators.ts'

/** The settings that say from which sum on one administrator is too few. */
export type SumRule = 'money.secondAdminFrom' | 'purchases.secondAdminFrom'

export interface SumRules {
  get(rule: SumRule): SettingValue<SumRule>
  isSet(rule: SumRule): boolean
}

/**
 * From which sum on a second administrator has to agree to what this one decides; 0 is never. Until somebody has set the rule it holds only while
 * there is another one, so that a house with one administrator goes on.
 */
export async function secondAdminFrom(
  { db, settings }: { db: Database; settings: SumRules },
  rule: SumRule,
  memberId: bigint,
): Promise<bigint> {
  const from = rule === 'money.secondAdminFrom' ? settings.get('money.secondAdminFrom') : settings.get('purchases.secondAdminFrom')
  if (from === 0n || settings.isSet(rule)) return from
  return (await hasSecondAdministrator(db.read, memberId)) ? from : 0n
}
