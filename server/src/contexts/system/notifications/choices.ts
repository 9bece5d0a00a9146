import {
  mayChoose,
  type NotificationChannel,
  type NotificationChoices,
  type NotificationKind,
  notificationKind,
  notificationKindNames,
} from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/** Whether the member wants notifications of this kind by this channel. Required kinds cannot be switched off. */
export async function wantsNotification(
  read: Reader,
  memberId: bigint,
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<boolean> {
  if (!mayChoose(kind, channel)) return true
  const choice = await read
    .selectFrom('notification_preference')
    .select('wanted')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return choice?.wanted ?? true
}

/** The kinds that these members switched off for one channel, as `<member> <kind>`. */
export async function membersSwitchedOff(tx: Tx, memberIds: readonly bigint[], channel: NotificationChannel): Promise<Set<string>> {
  const { rows } = await sql<{ member_id: bigint; kind: NotificationKind }>`
    select asked.id as member_id, off.kind from unnest(${memberIds}::bigint[]) as asked(id)
    cross join lateral (
      select kind from notification_preference where notification_preference.member_id = asked.id and channel = ${channel} and not wanted offset 0
    ) off`.execute(tx)
  return new Set(rows.filter(({ kind }) => mayChoose(kind, channel)).map(({ member_id, kind }) => `${member_id} ${kind}`))
}

/** All kinds that concern a member with these roles. */
export async function listChoices(read: Reader, memberId: bigint, roles: readonly string[]): Promise<NotificationChoices> {
  const chosen = await read
    .selectFrom('notification_preference')
    .select(['kind', 'channel', 'wanted'])
    .where('member_id', '=', memberId)
    .execute()
  const isOn = (kind: string, channel: string) => chosen.find((one) => one.kind === kind && one.channel === channel)?.wanted ?? true
  return notificationKindNames
    .filter((name) => concerns(name, roles))
    .map((jenis) => ({
      jenis,
      kanal: notificationKind(jenis).channels.map((nama) => {
        const wajib = !mayChoose(jenis, nama)
        return { nama, wajib, aktif: wajib || isOn(jenis, nama) }
      }),
    }))
}

const concerns = (name: NotificationKind, roles: readonly string[]): boolean => {
  const { role } = notificationKind(name)
  return role === undefined || roles.includes(role)
}

export async function setNotificationChoice(
  db: Database,
  memberId: bigint,
  { jenis, kanal, aktif }: { jenis: NotificationKind; kanal: NotificationChannel; aktif: boolean },
): Promise<void> {
  if (!mayChoose(jenis, kanal)) throw new Refusal('notice.required')
  await db.transaction((tx) =>
    tx
      .insertInto('notification_preference')
      .values({ member_id: memberId, kind: jenis, channel: kanal, wanted: aktif })
      .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'channel']).doUpdateSet({ wanted: aktif }))
      .execute(),
  )
}
