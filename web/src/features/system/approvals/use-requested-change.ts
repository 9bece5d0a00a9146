import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { createContext, use } from 'react'
import { requestedChangeText, requestSummary } from '#features/system/approvals/approval-labels.ts'

interface SettingWords {
  /** The description of the setting. */
  about: string
  now: string
  /** The value as text with its unit, which the approval request does not contain. */
  valueWord(value: number): string
}

/**
 * A function that finds the texts of a setting by its name; undefined while the settings are not loaded. The page provides it, because the texts
 * belong to another feature.
 */
export const SettingTextsContext = createContext<(name: string) => SettingWords | undefined>(() => undefined)

/** The texts of an approval request. The current value of a setting is included only while the request to change the setting is undecided. */
export function useRequestedChange(row: ApprovalRow) {
  const settingOf = use(SettingTextsContext)
  const setting = row.kind === 'setting.change' ? settingOf(row.subject) : undefined
  const value = setting?.valueWord(row.asked.value as number)
  return {
    words: requestedChangeText(row, value),
    about: requestSummary(row, value),
    setting: setting && { about: setting.about, now: row.outcome === null ? setting.now : null },
  }
}
