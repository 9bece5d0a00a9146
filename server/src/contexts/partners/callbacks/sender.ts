import { callbackPauses } from '@lapak/contract/shared/callback-schedule'
import { sql } from 'kysely'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { dropCallbackAddress } from '#contexts/members/members/members.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import { createBatcher } from '#jobs/batcher.ts'
import { freesDeadClaims } from '#jobs/claim-recovery.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import { storable } from '#shared/text.ts'
import { callbackSecretOf, firstCallbackSecret } from './address-and-secret.ts'
import { deliveryName } from './callbacks.ts'
import { type Claimed, claimDeliveries, deadClaims, hostOf, recordTries, type Tried } from './claims.ts'
import { deliveryState } from './delivery-state.ts'
import { callbackHeld } from './emails.ts'
import { nameOrigin, originOf } from './endpoints.ts'
import { requestEndpointVerification } from './request-verification.ts'
import { callbackHeaders } from './sign.ts'

export interface SenderContext {
  db: Database
  market: CatalogueSnapshot
  cipher: Cipher
  outgoing: Outgoing
  outbox: Pick<Outbox, 'mail'>
  settings: Settings
  log: Log
  worker: WorkerIdentity
  firstPauseMs: number
}

const inFlightMax = 200
/** One slow host of a buyer must not take all places; this limit applies to each worker. */
const perHostMax = 20
const timeoutMs = 15_000
/** Between two claims, and between two batches of results (ADR 0004). */
const minIntervalMs = 20

export function startSender(context: SenderContext): PollingLoop {
  const { db, log } = context
  const gate = createGate(context)
  const freeDead = freesDeadClaims(db, context.worker, deadClaims)
  const perHost = new Map<string, number>()
  const calls = new Set<Promise<void>>()
  let lastHost = ''

  const recorder = createBatcher<Tried, void>({
    ownerOf: (tried) => tried.delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    minIntervalMs,
    run: async (batch) => {
      await recordTries(db.fast, context.worker.number, batch)
      return batch.map(() => undefined)
    },
  })

  async function deliver(delivery: Claimed) {
    crashPoint('callback.claimed')
    if (!(await gate.lets(delivery))) return
    const result = await send(context, delivery)
    crashPoint('callback.sent')
    await recorder.add(await judge(context, delivery, result))
  }

  /** Due deliveries may have been skipped for lack of a place; only then it is worth reading the queue again. */
  function leave(host: string) {
    const places = perHost.get(host) ?? 1
    if (places > 1) perHost.set(host, places - 1)
    else perHost.delete(host)
    if (places >= perHostMax || calls.size >= inFlightMax - 1) loop.wake()
  }

  const loop = startLoop({
    name: 'callbacks',
    everyMs: 500,
    minIntervalMs,
    log,
    async tick() {
      await freeDead()
      const free = inFlightMax - calls.size
      if (free <= 0) return false
      const claimed = await claimDeliveries(db.fast, {
        worker: context.worker.number,
        free,
        perHost: perHostMax,
        taken: perHost,
        after: lastHost,
      })
      for (const delivery of claimed) {
        const host = hostOf(delivery.url)
        perHost.set(host, (perHost.get(host) ?? 0) + 1)
        lastHost = host
        const call = deliver(delivery)
          .catch((error) =>
            log.error({ err: error, delivery: delivery.id }, 'sending or recording a callback failed; its lease brings it back'),
          )
          .finally(() => {
            calls.delete(call)
            leave(host)
          })
        calls.add(call)
      }
      return claimed.length > 0
    },
  })
  return {
    wake: loop.wake,
    /** Claims nothing more, and records the results of deliveries under way. */
    async stop() {
      await loop.stop()
      await Promise.all(calls)
    },
  }
}

async function send({ db, outgoing, market, cipher }: SenderContext, delivery: Claimed): Promise<OutgoingResult> {
  const secret = callbackSecretOf(market, cipher, delivery.member_id) ?? (await firstCallbackSecret(db, cipher, delivery.member_id))
  return outgoing.request({
    method: 'POST',
    url: delivery.url,
    headers: callbackHeaders(secret, deliveryName(delivery.id), new Date(), delivery.body),
    body: delivery.body,
    timeoutMs,
  })
}

/** 2xx is delivered; 410 removes the address and gives up; every other answer is retried by the schedule, or when the receiver asks for it. */
async function judge({ db, firstPauseMs }: SenderContext, delivery: Claimed, result: OutgoingResult): Promise<Tried> {
  const response = result.kind === 'answer' ? { status: result.status, answer: result.body } : { status: null, answer: result.reason }
  const tried = { delivery, ...response, answer: storable(response.answer, 500), tookMs: Math.round(result.tookMs) }
  if (response.status !== null && response.status >= 200 && response.status < 300)
    return { ...tried, state: deliveryState.delivered, dueAt: new Date() }
  if (response.status === 410) {
    await db.transaction((tx) => dropCallbackAddress(tx, delivery.member_id, delivery.url))
    return { ...tried, state: deliveryState.given_up, dueAt: new Date() }
  }
  const pause = pauseAfter(delivery.tries, firstPauseMs, Math.random())
  if (pause === null) return { ...tried, state: deliveryState.given_up, dueAt: new Date() }
  return { ...tried, state: deliveryState.waiting, dueAt: new Date(Date.now() + Math.max(pause, askedPauseMs(result))) }
}

/** `Retry-After` of a 429 or 503 (seconds or a date) in milliseconds; at most one hour is obeyed. */
function askedPauseMs(result: OutgoingResult): number {
  if (result.kind !== 'answer' || (result.status !== 429 && result.status !== 503)) return 0
  const retryAfter = String(result.headers['retry-after'] ?? '')
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), 3_600_000)
}

/**
 * The pause after the nth failed attempt in milliseconds; null gives up. The first pause is `firstMs`: one second unless the environment sets another
 * value. The others are multiples of it. Each is extended at random by up to a tenth, so that not all callbacks are repeated at the same moment after
 * an outage.
 */
export function pauseAfter(tries: number, firstMs: number, spread: number): number | null {
  const pause = callbackPauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * firstMs * (1 + spread * 0.1))
}

// — Unverified endpoints

/*
 * Deliveries to an unverified endpoint leave the queue until it is verified. Both changing a delivery to `held` and verifying lock the origin: a held
 * delivery was seen unverified under that lock, so the verification that follows releases it.
 */

interface HoldContext {
  db: Database
  outbox: Pick<Outbox, 'mail'>
  settings: Settings
  worker: WorkerIdentity
}

/** Decides whether a claimed delivery may be sent. The others become `held`, and their claim does not count as an attempt. */
interface Gate {
  lets(delivery: Claimed): Promise<boolean>
}

/** Nothing is cached here: a verification can be revoked, and then nothing more is sent. */
function createGate(context: HoldContext): Gate {
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
  // One after the other, so that two workers never deadlock.
  for (const [key, deliveries] of others) if (await isVerifiedOrHeld(context, deliveries)) verified.add(key)
  return batch.map((delivery) => verified.has(keyOf(delivery)))
}

const dayMs = 86_400_000

/**
 * For deliveries of one member and origin. True when it was verified meanwhile; otherwise they become `held`, a challenge is requested and the member
 * is notified.
 */
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

/** At most one e-mail a day, however many origins the orders of that day name. */
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
