import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { createContext, use } from 'react'
import { aboutWords, askedWords } from '#features/system/approvals/decision-labels.ts'

interface SettingWords {
  /** What it is for. */
  about: string
  now: string
  /** A value with its unit, which the request itself does not have. */
  valueWord(value: number): string
}

/** A setting by its name, given by the page; undefined while it is not known. */
export const SettingsInWords = createContext<(name: string) => SettingWords | undefined>(() => undefined)

/** What is asked for, in words; of a setting with what a yes would replace, as long as nobody has decided. */
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
