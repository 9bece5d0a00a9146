import { settingNames } from '@lapak/contract/shared/setting-defaults'
import type { SettingRow } from '@lapak/contract/system/settings'
import { expect, test } from 'vitest'
import { groupSettings, matchesSetting, settingBoundsText, settingValueText } from './setting-labels.ts'

const row = (part: Partial<SettingRow>): SettingRow => ({
  name: 'topup.min',
  kind: 'rupiah',
  about: 'Topup paling sedikit.',
  value: 50_000,
  default: 50_000,
  min: 1,
  max: 10_000_000,
  version: 0n,
  changedat: null,
  changedby: null,
  ...part,
})

test('shows a value with its unit', () => {
  expect(settingValueText(row({}), 50_000)).toBe('Rp 50.000')
  expect(settingValueText(row({ kind: 'days' }), 1_000)).toBe('1.000 hari')
  expect(settingValueText(row({ kind: 'count' }), 3)).toBe('3')
  expect(settingValueText(row({ kind: 'basisPoints' }), 125)).toBe('1,25%')
  expect(settingValueText(row({ kind: 'hour' }), 8)).toBe('pukul 08.00 WIB')
  expect(settingValueText(row({ kind: 'choice', choices: ['Tidak', 'Ya'] }), 1)).toBe('Ya')
  expect(settingBoundsText(row({ kind: 'minutes', min: 1, max: 60 }))).toBe('1 menit sampai 60 menit')
})

test('every setting is in exactly one group with a title', () => {
  const groups = groupSettings(settingNames.map((name) => row({ name })))
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(settingNames.length)
  expect(groups.filter(({ key, title }) => key === title)).toEqual([])
})

test('finds a setting by its name, its description or its group', () => {
  for (const search of ['topup.min', 'paling SEDIKIT', 'topup sedikit']) expect(matchesSetting(row({}), search)).toBe(true)
  expect(matchesSetting(row({}), 'topup banyak')).toBe(false)
})
