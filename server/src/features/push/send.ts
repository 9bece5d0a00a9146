import { type NoticeKind, noticeKind } from '@lapak/contract/notices'
import { sql } from 'kysely'
import type { Database, Reader } from '#core/db.ts'
import { enqueue } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Outgoing } from '#core/outgoing.ts'
import { type PushIdentity, type PushMessage, type PushOutcome, type PushTarget, push } from '#outside/push/push-service.ts'
import { type Pushed, sendPush } from './push.jobs.ts'
import { wayOf } from './push.rules.ts'

export interface SendContext {
  db: Database
  outgoing: Outgoing
  /** Null where nothing can be pushed. */
  identity: PushIdentity | null
  log: Log
}

interface JobContext extends SendContext {
  /** Which of these sessions still live, by their hash in hex. */
  liveSessions(hashes: Buffer[]): Promise<Set<string>>
}

interface Device extends PushTarget {
  id: bigint
  session_hash: Buffer
}

/** So often one browser is tried, and so long it is waited for at most in between. */
const triesMax = 5
const pauseSeconds = 30
const pauseMaxSeconds = 3600
/** A service that refused our keys or our name is left alone for so long. */
const refusedHours = 1

type Shown = Pick<Pushed, 'kind' | 'title' | 'path' | 'tag'>

/** What a browser's worker shows; it goes over a locked screen. */
const contentOf = ({ kind, title, path, tag }: Shown, text: string): string =>
  JSON.stringify({ jenis: kind, judul: title.slice(0, 120), teks: text, tautan: path, tag })

export const messageOf = (told: Shown, seconds: number, text: string = noticeKind(told.kind).title): PushMessage => ({
  content: contentOf(told, text),
  seconds,
  topic: told.tag,
  urgent: wayOf(told.kind).urgent ?? false,
})

const secondsLeft = ({ kind, at }: { kind: NoticeKind; at: number }) => Math.floor((at + wayOf(kind).hours * 3_600_000 - Date.now()) / 1000)

/** Tells the browsers of a member. A job that comes twice tells twice, which a browser shows once, by its tag. */
export const createSender = (context: JobContext) => async (pushed: Pushed) => {
  const { db, identity } = context
  const seconds = secondsLeft(pushed)
  if (identity === null || seconds <= 0) return
  const refusing = await refusingHosts(db.read)
  const devices = (await devicesOf(context, pushed)).filter(({ endpoint }) => !refusing.has(new URL(endpoint).hostname))
  await Promise.all(
    devices.map(async (device) => {
      const outcome = await push(context.outgoing, identity, device, messageOf(pushed, seconds))
      await note(context, device, outcome)
      if (outcome.kind === 'later') await again(db, pushed, device.id, outcome.seconds)
    }),
  )
}

async function devicesOf({ db, liveSessions }: JobContext, { memberId, deviceId }: Pushed): Promise<Device[]> {
  const devices = await db.read
    .selectFrom('push_device')
    .select(['id', 'session_hash', 'endpoint', 'p256dh', 'auth'])
    .where('member_id', '=', memberId)
    .$if(deviceId !== null, (rows) => rows.where('id', '=', deviceId))
    .execute()
  const live = await liveSessions(devices.map(({ session_hash }) => session_hash))
  return devices.filter(({ session_hash }) => live.has(session_hash.toString('hex')))
}

async function refusingHosts(read: Reader): Promise<Set<string>> {
  const { rows } = await sql<{ host: string }>`
    select host from push_refusal where refused_at > now() - ${refusedHours} * interval '1 hour'`.execute(read)
  return new Set(rows.map(({ host }) => host))
}

/** What became of one try, for one browser. */
export async function note({ db, log }: SendContext, { id, endpoint }: PushTarget & { id: bigint }, outcome: PushOutcome): Promise<void> {
  const host = new URL(endpoint).hostname
  switch (outcome.kind) {
    case 'taken':
      return db.transaction(async (tx) => {
        await tx.updateTable('push_device').set({ taken_at: new Date() }).where('id', '=', id).execute()
        await tx.deleteFrom('push_refusal').where('host', '=', host).execute()
      })
    case 'gone':
      // It may have been subscribed anew meanwhile.
      return void (await db.transaction((tx) =>
        tx.deleteFrom('push_device').where('id', '=', id).where('endpoint', '=', endpoint).execute(),
      ))
    case 'refused':
      log.error({ host, status: outcome.status }, 'a push service refuses our keys or our subject')
      return db.transaction(async (tx) => {
        const values = { status: outcome.status, refused_at: new Date() }
        await tx
          .insertInto('push_refusal')
          .values({ host, ...values })
          .onConflict((conflict) => conflict.column('host').doUpdateSet(values))
          .execute()
      })
    case 'broken':
      return log.error({ host, status: outcome.status }, 'a push service cannot read what was pushed')
    case 'later':
      return log.warn({ host, reason: outcome.reason }, 'a push service takes nothing just now')
  }
}

async function again(db: Database, pushed: Pushed, deviceId: bigint, wanted: number | null) {
  const tries = pushed.tries + 1
  if (tries >= triesMax) return
  const seconds = Math.min(wanted ?? pauseSeconds * 4 ** pushed.tries, pauseMaxSeconds)
  await db.transaction((tx) => enqueue(tx, sendPush, { ...pushed, deviceId, tries }, new Date(Date.now() + seconds * 1000)))
}
