import type { RoleName } from '@lapak/contract/auth/access'
import { type NotificationKind, notificationKind } from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import { havingDevices, pushNotifications } from '#contexts/system/push/push.ts'
import type { Tx } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import { membersSwitchedOff } from './choices.ts'
import { notificationsChannel } from './notifications.events.ts'
import { quietHoursOf, quietUntil } from './quiet.ts'

/** A notification for a member. The title also appears on locked screens, so it contains no amount, customer name or phone number. */
export interface MemberNotification {
  memberId: bigint
  kind: NotificationKind
  /** Identifies the matter. A repeated notification moves to the top as unread, is counted and has the newest text. */
  key: string
  title: string
  text: string
  /** Path of a page of the web app. */
  link: string
}

type ForAdministrators = Omit<MemberNotification, 'memberId'> & { exceptId: bigint | null }

const waiting = new WeakMap<Tx, (MemberNotification | ForAdministrators)[]>()

/** Notifies members, in the transaction of the cause. */
export function notifyMembers(tx: Tx, ...notifications: MemberNotification[]): void {
  keep(tx, notifications)
}

/** Notifies all administrators except the one who caused it. */
export function notifyAdmins(tx: Tx, notification: Omit<MemberNotification, 'memberId'>, exceptId: bigint | null = null): void {
  keep(tx, [{ ...notification, exceptId }])
}

/**
 * All notifications of a transaction are written at its end, in one statement and in the order of member ids, so that transactions lock inboxes in
 * the same order and do not deadlock.
 */
function keep(tx: Tx, notifications: (MemberNotification | ForAdministrators)[]) {
  const kept = waiting.get(tx)
  if (kept) return void kept.push(...notifications)
  const first = [...notifications]
  waiting.set(tx, first)
  tx.beforeCommit(async () => {
    waiting.delete(tx)
    await write(tx, together(await addressed(tx, first)))
  })
}

/** The administrators are read once, when all notifications of the transaction are known. */
async function addressed(tx: Tx, notifications: (MemberNotification | ForAdministrators)[]): Promise<MemberNotification[]> {
  const isToAll = notifications.some((notification) => 'exceptId' in notification)
  const administrators = isToAll ? await administratorIds(tx) : []
  return notifications.flatMap((notification) => {
    if (!('exceptId' in notification)) return [notification]
    const { exceptId, ...content } = notification
    return administrators.filter((id) => id !== exceptId).map((memberId) => ({ ...content, memberId }))
  })
}

const role: RoleName = 'ROLE_ADMIN'

async function administratorIds(tx: Tx): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select('member.id')
    .where('role.name', '=', role)
    .where('member.status', '>', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** Several notifications about the same matter in one transaction become one, with the last text. */
function together(notifications: MemberNotification[]): MemberNotification[] {
  const byKey = new Map<string, MemberNotification>()
  for (const notification of notifications) {
    const name = `${notification.memberId} ${notification.key}`
    byKey.delete(name)
    byKey.set(name, notification)
  }
  return [...byKey.values()]
}

async function write(tx: Tx, notifications: MemberNotification[]): Promise<void> {
  if (notifications.length === 0) return
  const memberIds = notifications.map(({ memberId }) => memberId)
  // Runs before the inboxes are locked, since other transactions may wait for these locks.
  await pushToBrowsers(tx, notifications)
  await sql`
    with told as materialized (
      select * from unnest(${memberIds}::bigint[], ${notifications.map(({ kind }) => kind)}::text[], ${notifications.map(({ key }) => key)}::text[],
        ${notifications.map(({ title }) => title)}::text[], ${notifications.map(({ text }) => text)}::text[], ${notifications.map(({ link }) => link)}::text[])
        with ordinality as told(member_id, kind, key, title, body, link, place)
    ),
    box as materialized (
      insert into notification_inbox (member_id, last_seq)
      select member_id, count(*) from told group by member_id order by member_id
      on conflict (member_id) do update set last_seq = notification_inbox.last_seq + excluded.last_seq
      returning member_id, last_seq
    )
    insert into notification (member_id, seq, kind, key, title, body, link)
    select told.member_id, box.last_seq + 1 - row_number() over (partition by told.member_id order by place desc),
      kind, key, title, body, link
    from told join box on box.member_id = told.member_id
    order by told.member_id, place
    on conflict (member_id, key) do update set seq = excluded.seq, kind = excluded.kind, title = excluded.title, body = excluded.body,
      link = excluded.link, count = notification.count + 1, notified_at = excluded.notified_at, read_at = null`.execute(tx)
  await publishBoxes(tx, memberIds)
}

/**
 * Sends only push messages, to members who want them for this kind. Messages that are not urgent are delayed until the end of the member's quiet
 * hours. Most members do not have a push device; one query finds the members who do.
 */
export async function pushToBrowsers(tx: Tx, notifications: Omit<MemberNotification, 'text'>[]): Promise<void> {
  const having = await havingDevices(tx, [...new Set(notifications.map(({ memberId }) => memberId))])
  if (having.size === 0) return
  const unwanted = await membersSwitchedOff(tx, [...having], 'push')
  const isWanted = ({ memberId, kind }: Omit<MemberNotification, 'text'>) =>
    having.has(memberId) && notificationKind(kind).channels.includes('push') && !unwanted.has(`${memberId} ${kind}`)
  const wanted = notifications.filter(isWanted)
  if (wanted.length === 0) return
  const quiet = await quietHoursOf(tx, [...having])
  const now = new Date()
  const heldUntil = ({ memberId, kind }: Omit<MemberNotification, 'text'>) => {
    const hours = notificationKind(kind).urgent ? undefined : quiet.get(memberId)
    return hours ? quietUntil(hours, now) : null
  }
  const payloads = wanted.map((notification) => ({ ...notification, until: heldUntil(notification) }))
  await pushNotifications(tx, payloads, now)
}

/** Publishes the badge counts of these members to their open pages. */
export async function publishBoxes(tx: Tx, memberIds: readonly bigint[]): Promise<void> {
  const payloads = payloadsOf([...new Set(memberIds)].map(String))
  await sql`select pg_notify(${notificationsChannel}, told) from unnest(${payloads}::text[]) told`.execute(tx)
}
