import { sql } from 'kysely'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { createBatcher } from '#jobs/batcher.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import type { Claimed } from './claims.ts'
import { deliveryState } from './delivery-state.ts'
import { callbackHeld } from './emails.ts'
import { nameOrigin, originOf } from './endpoints.ts'
import { requestEndpointVerification } from './request-verification.ts'

/*
 * Deliveries to an address that is not proved leave the queue until it is. Whoever holds one keeps its origin locked, and so does whoever
 * proves it: what is held was seen unproved under the lock, and is let go by what comes after the proof.
 */

interface HoldContext {
  db: Database
  outbox: Pick<Outbox, 'mail'>
  settings: Settings
  worker: WorkerIdentity
}

/** Says of each claimed delivery whether it may leave. Those that may not are held, and cost a try no more. */
export interface Gate {
  lets(delivery: Claimed): Promise<boolean>
}

/** Nothing is remembered here: a proof can be taken back, and then nothing more leaves. */
export function createGate(context: HoldContext): Gate {
  const asked = createBatcher<Claimed, boolean>({
    ownerOf: (delivery) => delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    run: (batch) => decide(context, batch),
  })
  return { lets: (delivery) => asked.add(delivery) }
}

const keyOf = ({ member_id, url }: Claimed) => `${member_id} ${originOf(url)}`

async function decide(context: HoldContext, batch: Claimed[]): Promise<boolean[]> {
  const known = await context.db.read
    .selectFrom('callback_endpoint')
    .select(['member_id', 'origin'])
    .where('member_id', 'in', [...new Set(batch.map(({ member_id }) => member_id))])
    .where('origin', 'in', [...new Set(batch.map(({ url }) => originOf(url)))])
    .where('verified_at', 'is not', null)
    .execute()
  const verified = new Set(known.map(({ member_id, origin }) => `${member_id} ${origin}`))
  const others = Map.groupBy(
    batch.filter((delivery) => !verified.has(keyOf(delivery))),
    keyOf,
  )
  // One after the other, so that two workers never wait for each other.
  for (const [key, deliveries] of others) if (await isVerifiedOrHeld(context, deliveries)) verified.add(key)
  return batch.map((delivery) => verified.has(keyOf(delivery)))
}

const dayMs = 86_400_000

/** Of one member and origin. True when it was proved meanwhile; otherwise these are held, and the member is asked and told. */
function isVerifiedOrHeld({ db, outbox, settings, worker }: HoldContext, deliveries: Claimed[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ member_id: memberId, url }] = deliveries as [Claimed]
    const { origin, verifiedAt, askedAt, notifiedAt } = await nameOrigin(tx, memberId, url)
    if (verifiedAt !== null) return true
    await tx
      .updateTable('delivery')
      .set({ state: deliveryState.held, held_origin: origin, claimed_by: null, tries: sql`tries - 1` })
      .where(
        'id',
        'in',
        deliveries.map(({ id }) => id),
      )
      .where('claimed_by', '=', worker.number)
      .execute()
    const askedToday = askedAt !== null && askedAt.getTime() >= Date.now() - dayMs
    const asked = askedToday || (await requestEndpointVerification(tx, settings, memberId, origin))
    if (notifiedAt === null) await notifyHeld(tx, outbox, memberId, origin, asked ? 'asked' : 'unasked')
    return false
  })
}

/** One letter a day, however many origins the orders of a day name. */
async function notifyHeld(
  tx: Tx,
  outbox: HoldContext['outbox'],
  memberId: bigint,
  origin: string,
  state: 'asked' | 'unasked',
): Promise<void> {
  const notified = await tx
    .selectFrom('callback_endpoint')
    .select('origin')
    .where('member_id', '=', memberId)
    .where('notified_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirst()
  if (notified) return
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.mail(tx, { memberId, email }, callbackHeld(origin, state))
  await tx
    .updateTable('callback_endpoint')
    .set({ notified_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
}
