import type { SettingValue } from '@lapak/contract/shared/setting-defaults'
import type { Database } from '#db/db.ts'
import { hasSecondAdministrator } from './administrators.ts'

/** Settings for the amount from which on a second administrator is required. */
export type SumRule = 'money.secondAdminFrom' | 'purchases.secondAdminFrom'

export interface SumRules {
  get(rule: SumRule): SettingValue<SumRule>
  isSet(rule: SumRule): boolean
}

/**
 * The amount in rupiah from which on a second administrator must approve a decision of this administrator; 0 means never. While the setting has its
 * default, it applies only if there is another administrator, so that a platform with a single administrator can work.
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
