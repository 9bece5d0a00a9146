import { callbackPauses } from '@lapak/contract/shared/callback-schedule'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { removeCallbackUrl } from '#contexts/members/members/members.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import { createBatcher } from '#jobs/batcher.ts'
import { createDeadClaimRelease } from '#jobs/claim-recovery.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import { storableText } from '#shared/text.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import { callbackSecretOf, firstCallbackSecret } from './callback-url-and-secret.ts'
import { messageIdOf } from './callbacks.ts'
import { type AttemptResult, type Claimed, claimDeliveries, deadWorkerStatements, hostOf, recordAttempts, releaseLost } from './claims.ts'
import { deliveryState } from './delivery-state.ts'
import { callbackHeld } from './emails.ts'
import { originOf, upsertEndpointForUpdate } from './endpoints.ts'
import { requestEndpointVerification } from './request-verification.ts'
import { callbackHeaders } from './sign.ts'

export interface SenderContext {
  db: Database
  catalogue: CatalogueSnapshot
  cipher: Cipher
  outgoing: Outgoing
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  log: Log
  tracer: Tracer | null
  worker: WorkerIdentity
  firstPauseMs: number
}

const inFlightMax = 200
/** The maximum number of concurrent deliveries to one host per worker, so that one slow host cannot use up all places. */
const perHostMax = 20
const timeoutMs = 15_000
/** The minimum time between two claims, and between two batches of results (ADR 0004). */
const minIntervalMs = 20

export function startSender(context: SenderContext): PollingLoop {
  const { db, log } = context
  const endpointGuard = createEndpointGuard(context)
  const releaseDead = createDeadClaimRelease(db, context.worker, deadWorkerStatements)
  const perHost = new Map<string, number>()
  const calls = new Map<bigint, Promise<void>>()
  let connection = context.worker.connection()
  let lastHost = ''

  const recorder = createBatcher<AttemptResult, void>({
    ownerOf: (tried) => tried.delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    minIntervalMs,
    run: async (batch) => {
      await recordAttempts(db.fast, context.worker.number, batch)
      return batch.map(() => undefined)
    },
  })

  async function deliver(delivery: Claimed) {
    crashPoint('callback.claimed')
    if (!(await endpointGuard.allows(delivery))) return
    const result = await sendDelivery(context, delivery)
    crashPoint('callback.sent')
    follow(context, delivery, result)
    await recorder.add(await attemptResultOf(context, delivery, result))
  }

  /** Deliveries may have been skipped because no place was free; only in this case the queue has to be read again when a place becomes free. */
  function releaseSlot(host: string) {
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
      if (context.worker.connection() === null) return false
      await releaseDead()
      // While the database was away, results could not be recorded. Their claims are still those of this worker, which works on them no more.
      if (context.worker.connection() !== connection) await releaseLost(db.fast, context.worker.number, [...calls.keys()])
      connection = context.worker.connection()
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
            log.error({ err: error, delivery: delivery.id }, 'sending or recording a callback failed; retrying after its lease'),
          )
          .finally(() => {
            if (calls.get(delivery.id) === call) calls.delete(delivery.id)
            releaseSlot(host)
          })
        calls.set(delivery.id, call)
      }
      return claimed.length > 0
    },
  })
  return {
    wake: loop.wake,
    /** Stops claiming, and records the results of the deliveries in progress. */
    async stop() {
      await loop.stop()
      await Promise.all(calls.values())
    },
  }
}

async function sendDelivery({ db, outgoing, catalogue, cipher }: SenderContext, delivery: Claimed): Promise<OutgoingResult> {
  const secret = callbackSecretOf(catalogue, cipher, delivery.member_id) ?? (await firstCallbackSecret(db, cipher, delivery.member_id))
  return outgoing.request({
    method: 'POST',
    url: delivery.url,
    headers: callbackHeaders(secret, messageIdOf(delivery.id), new Date(), delivery.body),
    body: delivery.body,
    timeoutMs,
  })
}

/** Leaves traces of a callback for who follows an order. */
function follow({ log, tracer }: SenderContext, delivery: Claimed, result: OutgoingResult) {
  if (tracer === null && !log.isLevelEnabled('debug')) return
  const purchase = purchaseOf(delivery)
  const [callback, status] = [messageIdOf(delivery.id), result.kind === 'answer' ? result.status : undefined]
  if (log.isLevelEnabled('debug')) log.debug({ purchase, callback, status, tries: delivery.tries }, 'callback sent')
  if (tracer === null || purchase === undefined) return
  tracer.record(purchase, {
    name: 'callback',
    kind: 'client',
    tookMs: result.tookMs,
    attributes: { 'lapak.callback_id': callback, 'lapak.tries': delivery.tries, 'http.response.status_code': status },
    failed: status === undefined || status >= 300,
  })
}

const purchaseMessage = z.object({ type: z.string().startsWith('purchase.'), data: z.object({ id: z.int() }) })

/** From the message, because a claim reads nothing that only traces need. */
function purchaseOf({ body }: Claimed): bigint | undefined {
  try {
    const { data } = purchaseMessage.safeParse(JSON.parse(body))
    return data && BigInt(data.data.id)
  } catch {
    return undefined
  }
}

/**
 * The result of an attempt: a 2xx response means delivered; 410 removes the callback URL and gives the delivery up; every other result is retried by
 * the schedule, or at the time that the receiver requests.
 */
async function attemptResultOf({ db, firstPauseMs }: SenderContext, delivery: Claimed, result: OutgoingResult): Promise<AttemptResult> {
  const response = result.kind === 'answer' ? { status: result.status, answer: result.body } : { status: null, answer: result.reason }
  const attempted = { delivery, ...response, answer: storableText(response.answer, 500), tookMs: Math.round(result.tookMs) }
  if (response.status !== null && response.status >= 200 && response.status < 300)
    return { ...attempted, state: deliveryState.delivered, dueAt: new Date() }
  if (response.status === 410) {
    await db.transaction((tx) => removeCallbackUrl(tx, delivery.member_id, delivery.url))
    return { ...attempted, state: deliveryState.given_up, dueAt: new Date() }
  }
  const pause = retryPauseMs(delivery.tries, firstPauseMs, Math.random())
  if (pause === null) return { ...attempted, state: deliveryState.given_up, dueAt: new Date() }
  return { ...attempted, state: deliveryState.waiting, dueAt: new Date(Date.now() + Math.max(pause, retryAfterMs(result))) }
}

/** The value of `Retry-After` (seconds or a date) of a 429 or 503 response in milliseconds, at most one hour; otherwise 0. */
function retryAfterMs(result: OutgoingResult): number {
  if (result.kind !== 'answer' || (result.status !== 429 && result.status !== 503)) return 0
  const retryAfter = String(result.headers['retry-after'] ?? '')
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), 3_600_000)
}

/**
 * The pause in milliseconds after this number of failed attempts; null means that the delivery is given up. The first pause is `firstMs`, which is
 * one second unless an environment variable changes it; the other pauses are multiples of it. Each pause is extended at random by up to a tenth, so
 * that not all callbacks are repeated at the same moment after an outage.
 */
export function retryPauseMs(tries: number, firstMs: number, spread: number): number | null {
  const pause = callbackPauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * firstMs * (1 + spread * 0.1))
}

// — Unverified endpoints

/*
 * Deliveries to an unverified origin leave the queue until the origin is verified. Both the change of a delivery to `held` and the verification lock
 * the row of the origin. So if a delivery becomes `held`, the verification has not happened yet, and will return the delivery to the queue.
 */

interface HoldContext {
  db: Database
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  worker: WorkerIdentity
}

/** Decides whether a claimed delivery may be sent. If not, it becomes `held`, and its claim does not count as an attempt. */
interface EndpointGuard {
  allows(delivery: Claimed): Promise<boolean>
}

/** Verifications are not cached: after one is revoked, no more callbacks may be sent. */
function createEndpointGuard(context: HoldContext): EndpointGuard {
  const batcher = createBatcher<Claimed, boolean>({
    ownerOf: (delivery) => delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    run: (batch) => checkEndpoints(context, batch),
  })
  return { allows: (delivery) => batcher.add(delivery) }
}

const keyOf = ({ member_id, url }: Claimed) => `${member_id} ${originOf(url)}`

async function checkEndpoints(context: HoldContext, batch: Claimed[]): Promise<boolean[]> {
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
  // Handled one after the other, so that two workers do not deadlock.
  for (const [key, deliveries] of others) if (await isVerifiedOrHeld(context, deliveries)) verified.add(key)
  return batch.map((delivery) => verified.has(keyOf(delivery)))
}

const dayMs = 86_400_000

/**
 * For claimed deliveries of one member and origin. True if the origin was verified in the meantime; otherwise the deliveries become `held`, a
 * challenge is requested and the member is notified.
 */
function isVerifiedOrHeld({ db, outbox, settings, worker }: HoldContext, deliveries: Claimed[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ member_id: memberId, url }] = deliveries as [Claimed]
    const { origin, verifiedAt, askedAt, notifiedAt } = await upsertEndpointForUpdate(tx, memberId, url)
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
    if (notifiedAt === null) await notifyHeld(tx, outbox, memberId, origin, asked ? 'requested' : 'not_requested')
    return false
  })
}

/** Sends at most one e-mail per member and day, however many origins the orders of that day contain. */
async function notifyHeld(
  tx: Tx,
  outbox: HoldContext['outbox'],
  memberId: bigint,
  origin: string,
  state: 'requested' | 'not_requested',
): Promise<void> {
  const notified = await tx
    .selectFrom('callback_endpoint')
    .select('origin')
    .where('member_id', '=', memberId)
    .where('notified_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirst()
  if (notified) return
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.sendEmail(tx, { memberId, email }, callbackHeld(origin, state))
  await tx
    .updateTable('callback_endpoint')
    .set({ notified_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
}
