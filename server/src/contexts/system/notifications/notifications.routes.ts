import { notificationCalls, notificationKind } from '@lapak/contract/system/notifications'
import type { Database } from '#db/db.ts'
import type { Caller, Routes } from '#http/http.ts'
import { listChoices, setNotificationChoice } from './choices.ts'
import { listNotifications, unreadOf } from './notifications.queries.ts'
import { readQuiet, setQuiet } from './quiet.ts'
import { readOne, readUpTo } from './read.ts'

interface RouteDeps {
  db: Database
  /** Refuses a member whose software orders, unless its session has stepped up lately. */
  requireStepUpOfSoftware(caller: Caller): Promise<void>
}

export function notificationRoutes(routes: Routes, { db, requireStepUpOfSoftware }: RouteDeps) {
  const { read } = db
  routes.on(notificationCalls.list, ({ caller, query }) => listNotifications(read, caller.memberId, query))
  routes.on(notificationCalls.unread, ({ caller }) => unreadOf(read, caller.memberId))
  routes.on(notificationCalls.readUpTo, async ({ caller, body }) => {
    await readUpTo(db, caller.memberId, body.sampai)
    return unreadOf(read, caller.memberId)
  })
  routes.on(notificationCalls.readOne, async ({ caller, params }) => {
    await readOne(db, caller.memberId, params.id)
    return unreadOf(read, caller.memberId)
  })
  routes.on(notificationCalls.choices, ({ caller }) => listChoices(read, caller.memberId, caller.roles))
  routes.on(notificationCalls.choose, async ({ caller, body }) => {
    if (!body.aktif && notificationKind(body.jenis).guardsSoftware) await requireStepUpOfSoftware(caller)
    await setNotificationChoice(db, caller.memberId, body)
    return listChoices(read, caller.memberId, caller.roles)
  })
  routes.on(notificationCalls.quiet, ({ caller }) => readQuiet(read, caller.memberId))
  routes.on(notificationCalls.setQuiet, async ({ caller, body }) => {
    if (body.tenangdari !== null) await requireStepUpOfSoftware(caller)
    await setQuiet(db, caller.memberId, body)
    return readQuiet(read, caller.memberId)
  })
}
