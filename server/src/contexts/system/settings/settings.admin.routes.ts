import { settingDefaults, settingSchema } from '@lapak/contract/shared/setting-defaults'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { settingCalls } from '@lapak/contract/system/settings'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { listSettings, readSetting, settingHistory } from './settings.queries.ts'
import { changeSetting, isSetting, type SettingDeps } from './settings.ts'

interface RouteDeps extends SettingDeps, Pick<VersionedCache, 'afterRefresh'> {
  twoFactor: { isOn(memberId: bigint): Promise<boolean> }
}

export function settingAdminRoutes(routes: Routes, deps: RouteDeps) {
  const { config, db, afterRefresh, twoFactor } = deps

  routes.on(settingCalls.list, () => listSettings(db.read, config))
  routes.on(settingCalls.change, async ({ caller, params: { name }, body, setMessage }) => {
    if (!isSetting(name)) throw new Refusal('not_found.setting')
    // An administrator without a second factor who required a second factor of others would lock out itself and everyone who could help.
    const demanded = name === 'access.twoFactorDemanded' ? settingSchema(settingDefaults[name]).safeDecode(body.value).data : 'none'
    if (demanded !== undefined && demanded !== 'none' && !(await twoFactor.isOn(caller.memberId)))
      throw new Refusal('setting.second_factor_first')
    if ((await afterRefresh(changeSetting(deps, caller, { name, ...body }))) === 'approval_requested') setMessage(waitsForSecond)
    return readSetting(db.read, config, name)
  })
  routes.on(settingCalls.history, ({ params: { name } }) => {
    if (!isSetting(name)) throw new Refusal('not_found.setting')
    return settingHistory(db.read, name)
  })
}
