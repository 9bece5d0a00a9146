import {
  defaultOf,
  type Setting,
  type SettingName,
  settingDefaults,
  settingNames,
  settingSchema,
} from '@lapak/contract/shared/setting-defaults'
import type { SettingChange, SettingRow } from '@lapak/contract/system/settings'
import { z } from 'zod'
import type { Reader } from '#db/db.ts'

export async function listSettings(read: Reader, where: Where): Promise<SettingRow[]> {
  const [values, changes] = await Promise.all([
    read.selectFrom('setting').select(['name', 'value']).execute(),
    changesOf(read).distinctOn('setting_change.name').orderBy('setting_change.name').orderBy('setting_change.id', 'desc').execute(),
  ])
  return settingNames.map((name) =>
    rowOf(
      where,
      name,
      values.find((one) => one.name === name)?.value,
      changes.find((one) => one.name === name),
    ),
  )
}

export async function readSetting(read: Reader, where: Where, name: SettingName): Promise<SettingRow> {
  const stored = await read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const last = await changesOf(read)
    .where('setting_change.name', '=', name)
    .orderBy('setting_change.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rowOf(where, name, stored?.value, last)
}

export async function settingHistory(read: Reader, name: SettingName): Promise<SettingChange[]> {
  const rows = await changesOf(read)
    .select(['before', 'after', 'reason'])
    .where('setting_change.name', '=', name)
    .orderBy('setting_change.id', 'desc')
    .execute()
  return rows.map(({ id, before, after, by, reason, at }) => ({ id, before: before as Wire, after: after as Wire, by, reason, at }))
}

/** Some defaults differ in production. */
type Where = { production: boolean }

/** The value as it is stored, which is also the format of the API. */
type Wire = SettingRow['value']

const changesOf = (read: Reader) =>
  read
    .selectFrom('setting_change')
    .leftJoin('member', 'member.id', 'setting_change.member_id')
    .select(['setting_change.id', 'setting_change.name', 'setting_change.at'])
    .select(({ fn, val, ref }) => fn.coalesce(ref('member.name'), val('Operator server')).as('by'))

function rowOf(where: Where, name: SettingName, stored: unknown, last: { id: bigint; at: Date; by: string } | undefined): SettingRow {
  const setting: Setting = settingDefaults[name]
  const initial = z.encode(settingSchema(setting), defaultOf(setting, where)) as Wire
  const choices = setting.kind === 'choice' ? Object.values(setting.choices) : undefined
  return {
    name,
    kind: setting.kind,
    about: setting.about,
    value: stored === undefined ? initial : (stored as Wire),
    default: initial,
    min: setting.kind === 'choice' ? 0 : Number(setting.min),
    max: setting.kind === 'choice' ? Object.keys(setting.choices).length - 1 : Number(setting.max),
    ...(choices && { choices }),
    version: last?.id ?? 0n,
    changedat: last?.at ?? null,
    changedby: last?.by ?? null,
  }
}
