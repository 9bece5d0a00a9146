import { waitsForSecond } from '@lapak/contract/decisions'
import { settingCalls } from '@lapak/contract/settings'
import type { Routes } from '#core/http.ts'
import type { Mirror } from '#core/mirror.ts'
import { Refusal } from '#core/refusal.ts'
import { listSettings, readSetting, settingHistory } from './settings.queries.ts'
import { changeSetting, isSetting, type SettingDeps } from './settings.ts'

export function settingAdminRoutes(routes: Routes, deps: SettingDeps & Pick<Mirror, 'remembered'>) {
  const { config, db, remembered } = deps

  routes.on(settingCalls.list, () => listSettings(db.read, config))
  routes.on(settingCalls.change, async ({ caller, params: { name }, body, say }) => {
    if (!isSetting(name)) throw new Refusal('not_found.setting')
    if ((await remembered(changeSetting(deps, caller, { name, ...body }))) === 'asked') say(waitsForSecond)
    return readSetting(db.read, config, name)
  })
  routes.on(settingCalls.history, ({ params: { name } }) => {
    if (!isSetting(name)) throw new Refusal('not_found.setting')
    return settingHistory(db.read, name)
  })
}
