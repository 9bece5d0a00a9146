import { z } from 'zod'
import { call } from '../shared/call.ts'
import { settingKinds } from '../shared/setting-defaults.ts'
import { boundedText, moment, plainText, rowId } from '../shared/wire.ts'

/** Values of settings are numbers on the wire; the value of a choice is its index in `choices`. */
const value = z.number('Tulis bilangan bulat')

const settingRow = z.object({
  name: z.string(),
  kind: z.enum(settingKinds),
  about: z.string(),
  value,
  default: value,
  min: value,
  max: value,
  /** Labels of a choice, in the order of their index. */
  choices: z.array(z.string()).optional(),
  /** Number of the last change of this setting; 0 if it was never changed. */
  version: rowId,
  changedat: moment.nullable(),
  changedby: z.string().nullable(),
})
export type SettingRow = z.output<typeof settingRow>

const settingChange = z.object({ id: rowId, before: value, after: value, by: z.string(), reason: z.string(), at: moment })
export type SettingChange = z.output<typeof settingChange>

const named = z.object({ name: boundedText(100) })

export const settingCalls = {
  list: call('GET', '/api/admin/v1/settings', {
    summary: 'List all settings with value, default, bounds and last change',
    access: 'admin',
    data: z.array(settingRow),
  }),
  change: call('PATCH', '/api/admin/v1/settings/{name}', {
    summary:
      'Change a setting; `version` is that of the list, so that no unseen change is overwritten. A weaker protection requires a second administrator if there is one',
    access: 'admin',
    stepUp: true,
    params: named,
    body: z.object({ value, version: rowId, reason: plainText(300).min(5, 'Tulis alasan perubahan') }),
    data: settingRow,
    done: 'Aturan diperbarui',
    refuses: ['not_found.setting', 'setting.changed', 'setting.second_factor_first', 'setting.order', 'decision.waits'],
  }),
  history: call('GET', '/api/admin/v1/settings/{name}/history', {
    summary: 'List all changes of settings, newest first',
    access: 'admin',
    params: named,
    data: z.array(settingChange),
    refuses: ['not_found.setting'],
  }),
}
