import {
  defaultOf,
  type SettingName,
  type SettingValue,
  settingDefaults,
  settingNames,
  settingSchema,
} from '@lapak/contract/setting-defaults'
import type { SettingRow } from '@lapak/contract/settings'
import { z } from 'zod'
import type { Config } from '#core/config.ts'
import type { Database, Reader, Tx } from '#core/db.ts'
import { parsed } from '#core/http.ts'
import type { MirroredTable } from '#core/mirror.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Actor, Audit } from '../audit/audit.ts'
import { readSetting } from './settings.queries.ts'

/** What administrators may change, from memory: cheap enough to be asked for every order. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValue<Name>
}

interface StoredSetting {
  name: string
  value: unknown
}

/** All are at their defaults until the mirror has read what was changed. */
export function createSettings(where: { production: boolean }): Settings & { mirrored(read: Reader): MirroredTable<StoredSetting> } {
  const values = new Map<string, unknown>(settingNames.map((name) => [name, defaultOf(settingDefaults[name], where)]))
  return {
    get: <Name extends SettingName>(name: Name) => values.get(name) as SettingValue<Name>,
    mirrored: (read) => ({
      readSince: (version) => read.selectFrom('setting').select(['name', 'value']).where('version', '>', version).execute(),
      apply({ name, value }) {
        if (isSetting(name)) values.set(name, settingSchema(settingDefaults[name]).decode(value))
      },
    }),
  }
}

export const isSetting = (name: string): name is SettingName => Object.hasOwn(settingDefaults, name)

export interface SettingDeps {
  config: Pick<Config, 'production'>
  db: Database
  audit: Audit
}

type Administrator = Actor & { memberId: bigint }

export interface SettingAsk {
  name: string
  value: unknown
  version: bigint
  reason: string
}

/** The only writer. The change is kept with it; whoever saw an older value than the last is asked to look again. */
export function changeSetting(
  { config, db, audit }: SettingDeps,
  by: Administrator,
  { name, value, version, reason }: SettingAsk,
): Promise<SettingRow> {
  if (!isSetting(name)) throw new Refusal('not_found.setting')
  const schema = settingSchema(settingDefaults[name])
  const after = z.encode(schema, parsed(z.object({ value: schema }), { value }).value)
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const before = await readSetting(tx, config, name)
    if (before.version !== version) throw new Refusal('setting.changed')
    if (!same(before.value, after)) {
      await write(tx, { name, before: before.value, after, adminId: by.memberId, reason })
      await audit.note(tx, {
        event: 'setting.changed',
        by,
        subject: name,
        before: { value: before.value },
        after: { value: after as SettingRow['value'] },
        reason,
      })
    }
    return readSetting(tx, config, name)
  })
}

const same = (before: unknown, after: unknown) => JSON.stringify(before) === JSON.stringify(after)

interface Change {
  name: SettingName
  before: unknown
  after: unknown
  adminId: bigint
  reason: string
}

async function write(tx: Tx, { name, before, after, adminId, reason }: Change) {
  const stored = JSON.stringify(after)
  await tx
    .insertInto('setting')
    .values({ name, value: stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: stored }))
    .execute()
  await tx
    .insertInto('setting_change')
    .values({ name, before: JSON.stringify(before), after: stored, member_id: adminId, reason })
    .execute()
}
