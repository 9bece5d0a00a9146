import { sql } from 'kysely'
import type { Database, Tx } from '#core/db.ts'
import { gather } from '#core/gather.ts'
import type { WorkerIdentity } from '#core/worker-identity.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { askForProof } from './ask-for-proof.ts'
import { deliveryState } from './delivery-state.ts'
import { callbackHeld } from './letters.ts'
import { nameOrigin, originOf } from './origins.ts'
import type { Claimed } from './queue.ts'

/*
 * Deliveries to an address that is not proved leave the queue until it is. Whoever holds one keeps its origin locked, and so does whoever
 * proves it: what is held was seen unproved under the lock, and is let go by what comes after the proof.
 */

interface HoldContext {
  db: Database
  outbox: Pick<Outbox, 'mail'>
  worker: WorkerIdentity
}

/** Says of each claimed delivery whether it may leave. Those that may not are held, and cost a try no more. */
export interface Gate {
  lets(delivery: Claimed): Promise<boolean>
}

/** A proof is for ever, so what is known is not asked again. */
const rememberedMax = 100_000

export function createGate(context: HoldContext): Gate {
  const proved = new Set<string>()
  const asked = gather<Claimed, boolean>({
    ownerOf: (delivery) => delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    run: (batch) => decide(context, batch),
  })
  return {
    async lets(delivery) {
      const key = keyOf(delivery)
      if (proved.has(key)) return true
      const may = await asked.add(delivery)
      if (may) {
        if (proved.size >= rememberedMax) proved.clear()
        proved.add(key)
      }
      return may
    },
  }
}

const keyOf = ({ member_id, url }: Claimed) => `${member_id} ${originOf(url)}`

async function decide({ db, outbox, worker }: HoldContext, batch: Claimed[]): Promise<boolean[]> {
  const known = await db.read
    .selectFrom('callback_origin')
    .select(['member_id', 'origin'])
    .where('member_id', 'in', [...new Set(batch.map(({ member_id }) => member_id))])
    .where('origin', 'in', [...new Set(batch.map(({ url }) => originOf(url)))])
    .where('proved_at', 'is not', null)
    .execute()
  const proved = new Set(known.map(({ member_id, origin }) => `${member_id} ${origin}`))
  const others = Map.groupBy(
    batch.filter((delivery) => !proved.has(keyOf(delivery))),
    keyOf,
  )
  // One after the other, so that two workers never wait for each other.
  for (const [key, deliveries] of others) if (await isProvedOrHeld(db, outbox, worker, deliveries)) proved.add(key)
  return batch.map((delivery) => proved.has(keyOf(delivery)))
}

const dayMs = 86_400_000

/** Of one member and origin. True when it was proved meanwhile; otherwise these are held, and the member is asked and told. */
function isProvedOrHeld(db: Database, outbox: HoldContext['outbox'], worker: WorkerIdentity, deliveries: Claimed[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ member_id: memberId, url }] = deliveries as [Claimed]
    const { origin, provedAt, askedAt, toldAt } = await nameOrigin(tx, memberId, url)
    if (provedAt !== null) return true
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
    if (askedAt === null || askedAt.getTime() < Date.now() - dayMs) await askForProof(tx, memberId, origin)
    if (toldAt === null) await tellHeld(tx, outbox, memberId, origin)
    return false
  })
}

/** One letter a day, however many origins the orders of a day name. */
async function tellHeld(tx: Tx, outbox: HoldContext['outbox'], memberId: bigint, origin: string): Promise<void> {
  const told = await tx
    .selectFrom('callback_origin')
    .select('origin')
    .where('member_id', '=', memberId)
    .where('told_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirst()
  if (told) return
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.mail(tx, { memberId, email }, callbackHeld(origin))
  await tx
    .updateTable('callback_origin')
    .set({ told_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
}
