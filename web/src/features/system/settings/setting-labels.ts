import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { settingGroups } from '@lapak/contract/shared/setting-groups'
import type { SettingRow } from '@lapak/contract/system/settings'

/** The labels of the groups. The server may have a group that this version of the web app does not know. */
const groups: Record<string, string> = settingGroups

const groupOf = (name: string) => name.split('.')[0] ?? name

export interface SettingGroup {
  key: string
  title: string
  rows: SettingRow[]
}

/** Groups the settings in the order of the labels above. A group without a label comes last and is shown by its name. */
export function groupSettings(rows: SettingRow[]): SettingGroup[] {
  const found = Map.groupBy(rows, ({ name }) => groupOf(name))
  const order = [...Object.keys(groups), ...found.keys()]
  return [...found]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([key, those]) => ({ key, title: groups[key] ?? key, rows: those }))
}

/** Whether a setting matches a search: every word must occur in the name, the description or the label of the group. */
export function matchesSetting({ name, about }: SettingRow, search: string): boolean {
  const text = `${name} ${about} ${groups[groupOf(name)] ?? ''}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type Valued = Pick<SettingRow, 'kind' | 'choices'>

const units: Partial<Record<SettingRow['kind'], string>> = { seconds: 'detik', minutes: 'menit', hours: 'jam', days: 'hari' }

/** The unit shown next to the input. */
export const settingUnit = ({ kind }: Valued): string | null => units[kind] ?? (kind === 'basisPoints' ? '(100 = 1%)' : null)

/** A value with its unit as readable text. */
export function settingValueText(setting: Valued, value: number): string {
  const { kind, choices } = setting
  if (kind === 'choice') return choices?.[value] ?? value.toString()
  if (kind === 'rupiah') return rupiahText(value)
  if (kind === 'basisPoints') return `${(value / 100).toString().replace('.', ',')}%`
  if (kind === 'hour') return `pukul ${value.toString().padStart(2, '0')}.00 WIB`
  return [dotted(value), units[kind]].filter(Boolean).join(' ')
}

/** The range of allowed values as text; null for a setting with fixed choices. */
export function settingBoundsText(setting: SettingRow): string | null {
  if (setting.kind === 'choice') return null
  return `${settingValueText(setting, setting.min)} sampai ${settingValueText(setting, setting.max)}`
}
