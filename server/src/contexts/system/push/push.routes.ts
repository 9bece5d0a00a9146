import { pushCalls } from '@lapak/contract/system/push'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { sendPushMessage } from '#integrations/web-push/push-service.ts'
import { type DeviceContext, deviceOfSession, dropDevice, readState, storeDevice } from './devices.ts'
import { tagOf } from './push.rules.ts'
import { messageOf, recordOutcome, type SendContext } from './send.ts'

export function pushRoutes(routes: Routes, context: SendContext & Pick<DeviceContext, 'services'>) {
  const devices: DeviceContext = { ...context, publicKey: context.identity?.publicKey ?? null }
  const { read } = context.db
  routes.on(pushCalls.state, ({ caller }) => readState(devices, caller))
  routes.on(pushCalls.subscribe, async ({ caller, body }) => {
    await storeDevice(devices, caller, body)
    return readState(devices, caller)
  })
  routes.on(pushCalls.unsubscribe, async ({ caller }) => {
    await dropDevice(devices, caller)
    return readState(devices, caller)
  })
  routes.on(pushCalls.test, async ({ caller }) => {
    const device = await deviceOfSession(read, caller)
    if (device === null || context.identity === null) throw new Refusal('push.no_device')
    const notification = {
      kind: 'security' as const,
      title: 'Percobaan dari Lapak',
      path: '/notifikasi?tab=pengaturan',
      tag: tagOf('test'),
    }
    const outcome = await sendPushMessage(
      context.outgoing,
      context.identity,
      device,
      messageOf(notification, 60, 'Notifikasi sampai di perangkat ini.'),
    )
    await recordOutcome(context, device, outcome)
    if (outcome.kind !== 'taken') throw new Refusal('push.not_taken')
    return { diterima: true }
  })
}
