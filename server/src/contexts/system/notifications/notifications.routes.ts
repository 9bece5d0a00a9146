import { noticeCalls } from '@lapak/contract/system/notifications'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { choose, listChoices } from './choices.ts'
import { listNotices, unreadOf } from './notifications.queries.ts'
import { readQuiet, setQuiet } from './quiet.ts'
import { readOne, readUpTo } from './read.ts'

export function noticeRoutes(routes: Routes, { db }: { db: Database }) {
  const { read } = db
  routes.on(noticeCalls.list, ({ caller, query }) => listNotices(read, caller.memberId, query))
  routes.on(noticeCalls.unread, ({ caller }) => unreadOf(read, caller.memberId))
  routes.on(noticeCalls.readUpTo, async ({ caller, body }) => {
    await readUpTo(db, caller.memberId, body.sampai)
    return unreadOf(read, caller.memberId)
  })
  routes.on(noticeCalls.readOne, async ({ caller, params }) => {
    await readOne(db, caller.memberId, params.id)
    return unreadOf(read, caller.memberId)
  })
  routes.on(noticeCalls.choices, ({ caller }) => listChoices(read, caller.memberId, caller.roles))
  routes.on(noticeCalls.choose, async ({ caller, body }) => {
    await choose(db, caller.memberId, body)
    return listChoices(read, caller.memberId, caller.roles)
  })
  routes.on(noticeCalls.quiet, ({ caller }) => readQuiet(read, caller.memberId))
  routes.on(noticeCalls.setQuiet, async ({ caller, body }) => {
    await setQuiet(db, caller.memberId, body)
    return readQuiet(read, caller.memberId)
  })
}
