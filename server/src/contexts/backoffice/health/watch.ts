import { healthMatters } from '@lapak/contract/backoffice/health'
import { sql } from 'kysely'
import { untakenAlerts } from '#contexts/ordering/purchases/purchases.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import { refusingServices } from '#contexts/system/push/push.ts'
import type { Tx } from '#db/db.ts'
import { type EmailDeps, emailAdministrators } from './alert-emails.ts'
import { publishAlerts } from './health.events.ts'
import { type HealthDeps, readHealth } from './health.queries.ts'
import { endsByItself, isUnseen, type Look, type Trouble, troublesOf } from './health.rules.ts'

export type WatchDeps = HealthDeps & EmailDeps

/**
 * One health check. It opens alerts for new problems, ends alerts whose problem was gone for long enough, and mails administrators. All changes are
 * one transaction, so that a crash does not leave a part of them. A lock allows one check at a time, because otherwise older observations could
 * overwrite newer ones.
 */
export async function checkHealth(deps: WatchDeps, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await looksAlone(tx))) return
    const look = await healthNow({ ...deps, db: { ...deps.db, read: tx } }, now)
    const troubles = troublesOf(look)
    const ended = await lookAgain(tx, deps, look, troubles, now)
    const opened = await open(tx, troubles, now)
    if (ended || opened) await publishAlerts(tx)
    await emailAdministrators(tx, deps, troubles, now)
  })
}

/** Reads all data that a health check needs. */
export const healthNow = async (deps: HealthDeps, now: Date): Promise<Look> => ({
  health: await readHealth(deps, now),
  purchases: await untakenAlerts(deps.db.read),
  push: await refusingServices(deps.db.read),
  sellersMinutes: deps.settings.get('health.sellersMinutes'),
})

async function looksAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(hashtext('check-health')) as alone`.execute(tx)
  return rows[0]?.alone ?? false
}

const isOf =
  ({ matter, subject }: { matter: string; subject: string }) =>
  (trouble: Trouble) =>
    trouble.matter === matter && trouble.subject === subject

/** Updates the open alerts. Returns whether one of them ended by itself. */
async function lookAgain(tx: Tx, { settings }: WatchDeps, { health }: Look, troubles: Trouble[], now: Date): Promise<boolean> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const wellLong = before(settings.get('health.alertRecoveryMinutes'))
  const endedLong = before(60 * settings.get('health.alertAgainHours'))
  let ended = false
  for (const alert of await tx.selectFrom('health_alert').selectAll().where('over_at', 'is', null).orderBy('id').forUpdate().execute()) {
    const trouble = troubles.find(isOf(alert))
    const change = (values: Partial<Pick<typeof alert, 'message' | 'well_since' | 'ended_at' | 'over_at'>>) =>
      tx.updateTable('health_alert').set(values).where('id', '=', alert.id).execute()
    if (!trouble && isUnseen(health, alert.matter, alert.subject)) continue
    if (trouble) {
      const over_at = alert.ended_at !== null && alert.ended_at <= endedLong ? now : null
      await change({ message: alert.ended_at === null ? trouble.message : alert.message, well_since: null, over_at })
    } else if (alert.well_since === null) await change({ well_since: now })
    else if (alert.well_since <= wellLong && alert.ended_at !== null) await change({ over_at: now })
    else if (alert.well_since <= wellLong && endsByItself(alert.matter as Trouble['matter'])) {
      await change({ ended_at: now, over_at: now })
      await recordEvent(tx, alert.id, 'ended', `Baik lagi, sudah ${settings.get('health.alertRecoveryMinutes')} menit`, now)
      ended = true
    }
  }
  return ended
}

/** Opens an alert for each new problem and leaves existing alerts unchanged. Returns whether an alert was opened. */
async function open(tx: Tx, troubles: Trouble[], now: Date): Promise<boolean> {
  const there = await tx.selectFrom('health_alert').select(['matter', 'subject']).where('over_at', 'is', null).execute()
  const newTroubles = troubles.filter((trouble) => !there.some((one) => isOf(one)(trouble)))
  for (const { matter, subject, message } of newTroubles) {
    const { id } = await tx
      .insertInto('health_alert')
      .values({ matter, subject, message, opened_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, id, 'opened', message, now)
    const link = '/admin/kesehatan?tab=peringatan'
    notifyAdmins(tx, { kind: 'health', key: `health ${matter} ${subject}`, title: healthMatters[matter], text: message, link })
  }
  return newTroubles.length > 0
}

const recordEvent = (tx: Tx, alert_id: bigint, step: 'opened' | 'ended', word: string, at: Date) =>
  tx.insertInto('health_alert_step').values({ alert_id, step, word, at }).execute()
