import type { QuietHours } from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import { clockOfMinute, jakartaMinuteOf, minuteOfClock } from '#shared/clock.ts'

/** Minutes since midnight in Jakarta between which a member gets only urgent push messages. They may span midnight. */
interface Quiet {
  from_minute: number
  until_minute: number
}

const dayMinutes = 1440

/** When the current quiet hours end; null outside of quiet hours. */
export function quietUntil({ from_minute: from, until_minute: until }: Quiet, now: Date): Date | null {
  const minute = jakartaMinuteOf(now)
  const holds = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!holds) return null
  const left = (until - minute + dayMinutes) % dayMinutes
  return new Date((Math.floor(now.getTime() / 60_000) + left) * 60_000)
}

export async function quietHoursOf(tx: Tx, memberIds: readonly bigint[]): Promise<Map<bigint, Quiet>> {
  const { rows } = await sql<Quiet & { member_id: bigint }>`
    select member_id, from_minute, until_minute from push_quiet where member_id = any(${memberIds}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** When the current quiet hours of this member end; null outside of quiet hours. */
export async function quietEnd(tx: Tx, memberId: bigint, now: Date): Promise<Date | null> {
  const quiet = (await quietHoursOf(tx, [memberId])).get(memberId)
  return quiet ? quietUntil(quiet, now) : null
}

export async function readQuiet(read: Reader, memberId: bigint): Promise<QuietHours> {
  const quiet = await read.selectFrom('push_quiet').selectAll().where('member_id', '=', memberId).executeTakeFirst()
  return { tenangdari: quiet ? clockOfMinute(quiet.from_minute) : null, tenangsampai: quiet ? clockOfMinute(quiet.until_minute) : null }
}

/** Sets the quiet hours. The contract requires both times, or null for both. */
export async function setQuiet(db: Database, memberId: bigint, { tenangdari, tenangsampai }: QuietHours): Promise<void> {
  await db.transaction(async (tx) => {
    if (tenangdari === null || tenangsampai === null)
      return void (await tx.deleteFrom('push_quiet').where('member_id', '=', memberId).execute())
    const hours = { from_minute: minuteOfClock(tenangdari), until_minute: minuteOfClock(tenangsampai) }
    await tx
      .insertInto('push_quiet')
      .values({ member_id: memberId, ...hours })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(hours))
      .execute()
  })
}
