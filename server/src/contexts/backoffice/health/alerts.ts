import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishAlerts } from './health.events.ts'

export interface AlertDeps {
  db: Database
  audit: Audit
}

interface Take {
  id: bigint
  /** The member that had taken the alert when the administrator's page showed it; null if it was not taken. */
  seen: bigint | null
  reason: string
}

/**
 * Takes an alert, possibly from another administrator. Of two concurrent calls the second is refused with the name of the administrator of the first
 * call.
 */
export async function acknowledgeAlert({ db, audit }: AlertDeps, by: Caller, { id, seen, reason }: Take): Promise<void> {
  await db.transaction(async (tx) => {
    const { matter, taken_by } = await held(tx, id)
    if (taken_by !== seen) throw new Refusal('alert.taken', { name: await nameOf(tx, taken_by) })
    await tx.updateTable('health_alert').set({ taken_by: by.memberId }).where('id', '=', id).execute()
    await tx.insertInto('health_alert_step').values({ alert_id: id, step: 'taken', member_id: by.memberId, word: reason }).execute()
    await audit.record(tx, { event: 'health_alert.taken', by, subject: id, after: { matter, from: taken_by }, reason })
    await publishAlerts(tx)
  })
}

/** Ends an alert with a reason. Its row stays until the problem is gone, so that the next check does not open the alert again. */
export async function endAlert({ db, audit }: AlertDeps, by: Caller, id: bigint, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { matter } = await held(tx, id)
    await tx.updateTable('health_alert').set({ ended_at: new Date() }).where('id', '=', id).execute()
    await tx.insertInto('health_alert_step').values({ alert_id: id, step: 'ended', member_id: by.memberId, word: reason }).execute()
    await audit.record(tx, { event: 'health_alert.ended', by, subject: id, after: { matter }, reason })
    await publishAlerts(tx)
  })
}

/** Locks the alert; refused if it has ended. */
async function held(tx: Tx, id: bigint) {
  const alert = await tx
    .selectFrom('health_alert')
    .select(['matter', 'taken_by', 'ended_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (alert === undefined) throw new Refusal('not_found.alert')
  if (alert.ended_at !== null) throw new Refusal('alert.ended', { name: await nameOf(tx, await enderOf(tx, id)) })
  return alert
}

async function enderOf(tx: Tx, id: bigint): Promise<bigint | null> {
  const step = await tx
    .selectFrom('health_alert_step')
    .select('member_id')
    .where('alert_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return step?.member_id ?? null
}

async function nameOf(tx: Tx, memberId: bigint | null): Promise<string> {
  const member = memberId === null ? undefined : await tx.selectFrom('member').select('name').where('id', '=', memberId).executeTakeFirst()
  return member?.name ?? 'sistem'
}
