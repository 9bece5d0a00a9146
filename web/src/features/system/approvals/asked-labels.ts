import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { createContext, use } from 'react'
import { aboutWords, askedWords } from '#features/system/approvals/decision-labels.ts'

interface SettingWords {
  /** A description of the setting. */
  about: string
  now: string
  /** A value with its unit, which the request itself does not contain. */
  valueWord(value: number): string
}

/** Looks up a setting by name, provided by the page; undefined while it is not loaded. */
export const SettingsInWords = createContext<(name: string) => SettingWords | undefined>(() => undefined)

/** The requested change as text; for a setting with the current value until the request is decided. */
export function useAsked(row: ApprovalRow) {
  const settingOf = use(SettingsInWords)
  const setting = row.kind === 'setting.change' ? settingOf(row.subject) : undefined
  const value = setting?.valueWord(row.asked.value as number)
  return {
    words: askedWords(row, value),
    about: aboutWords(row, value),
    setting: setting && { about: setting.about, now: row.outcome === null ? setting.now : null },
  }
}
