import { settingNames } from '@lapak/contract/shared/setting-defaults'
import type { SettingRow } from '@lapak/contract/system/settings'
import { expect, test } from 'vitest'
import { boundsWord, findsSetting, groupsOf, valueWord } from './setting-labels.ts'

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
  expect(valueWord(row({}), 50_000)).toBe('Rp 50.000')
  expect(valueWord(row({ kind: 'days' }), 1_000)).toBe('1.000 hari')
  expect(valueWord(row({ kind: 'count' }), 3)).toBe('3')
  expect(valueWord(row({ kind: 'basisPoints' }), 125)).toBe('1,25%')
  expect(valueWord(row({ kind: 'hour' }), 8)).toBe('pukul 08.00 WIB')
  expect(valueWord(row({ kind: 'choice', choices: ['Tidak', 'Ya'] }), 1)).toBe('Ya')
  expect(boundsWord(row({ kind: 'minutes', min: 1, max: 60 }))).toBe('1 menit sampai 60 menit')
})

test('every setting is in exactly one group with a title', () => {
  const groups = groupsOf(settingNames.map((name) => row({ name })))
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(settingNames.length)
  expect(groups.filter(({ key, title }) => key === title)).toEqual([])
})

test('finds a setting by its name, its description or its group', () => {
  for (const search of ['topup.min', 'paling SEDIKIT', 'topup sedikit']) expect(findsSetting(row({}), search)).toBe(true)
  expect(findsSetting(row({}), 'topup banyak')).toBe(false)
})
