import type { Database, Statement } from '#core/db.ts'
import { freesDeadClaims } from '#core/dead-claims.ts'
import { passing } from '#core/fault.ts'
import { gather } from '#core/gather.ts'
import type { Log } from '#core/log.ts'
import type { Outgoing, OutgoingResult } from '#core/outgoing.ts'
import { type Pump, startPump } from '#core/pump.ts'
import type { Vault } from '#core/secrets.ts'
import { storable } from '#core/text.ts'
import type { WorkerIdentity } from '#core/worker-identity.ts'
import type { Market } from '../market/market.ts'
import { dropCallbackAddress } from '../members/members.ts'
import { callbackSecretOf, firstCallbackSecret } from './address-and-secret.ts'
import { deliveryName, deliveryState } from './callbacks.ts'
import { pauseAfter } from './schedule.ts'
import { callbackHeaders } from './sign.ts'

export interface SenderContext {
  db: Database
  market: Market
  vault: Vault
  outgoing: Outgoing
  log: Log
  worker: WorkerIdentity
  firstPauseMs: number
}

interface Claimed {
  id: bigint
  member_id: bigint
  url: string
  body: string
  tries: number
}

interface Tried {
  delivery: Claimed
  state: number
  dueAt: Date
  status: number | null
  answer: string
  tookMs: number
}

const inFlightMax = 200
/** One slow host of a buyer must not take all places; this many of each worker. */
const perHostMax = 20
const timeoutMs = 15_000

/**
 * The lease is the due date pushed ahead; a dead worker's claims are free at once. A host gets no more
 * than its places, and those without a place stay due and untouched: one slow buyer with a long queue costs the others
 * nothing, and waiting for a place is no try. `host` here and `hostOf` below must read an address alike.
 */
const claimDue: Statement = {
  name: 'callbacks.claim',
  text: `
  with taken as materialized (select * from unnest($3::text[], $4::integer[]) as taken(host, places)),
  oldest as materialized (
    select id, lower(split_part(url, '/', 3)) as host, due_at from delivery
    where state = 0 and due_at <= now() and lower(split_part(url, '/', 3)) <> all ($5::text[])
    order by due_at limit 1000
  ),
  placed as materialized (
    select id, row_number() over (partition by host order by due_at, id) + coalesce((select places from taken where taken.host = oldest.host), 0) as place from oldest
  )
  update delivery set due_at = now() + interval '45 seconds', claimed_by = $1, tries = tries + 1
  where id in (
    select delivery.id from delivery join placed on placed.id = delivery.id
    where placed.place <= $6 and delivery.state = 0 and delivery.due_at <= now()
    order by placed.place limit $2 for update of delivery skip locked
  )
  returning id, member_id, url, body, tries`,
}

const claims = {
  claimers: {
    name: 'callbacks.claimers',
    text: 'select claimed_by from delivery where state = 0 and claimed_by is not null group by claimed_by',
  },
  free: {
    name: 'callbacks.free',
    text: 'update delivery set due_at = now(), claimed_by = null where state = 0 and claimed_by = any($1::integer[])',
  },
}

const recordTries: Statement = {
  name: 'callbacks.record',
  text: `
  with given as materialized (
    select * from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::smallint[], $5::integer[], $6::text[]) as given(id, state, due_at, status, took_ms, answer)
  ),
  tried as (insert into delivery_attempt (delivery_id, status, took_ms, answer) select id, status, took_ms, answer from given)
  update delivery set state = given.state, due_at = given.due_at, claimed_by = null from given where delivery.id = given.id`,
}

export function startSender(context: SenderContext): Pump {
  const { db, log } = context
  const freeDead = freesDeadClaims(db, context.worker, claims)
  const perHost = new Map<string, number>()
  const calls = new Set<Promise<void>>()

  const recorder = gather<Tried, void>({
    ownerOf: (tried) => tried.delivery.member_id,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    run: async (batch) => {
      await db.fast.run(recordTries, [
        batch.map((one) => one.delivery.id),
        batch.map((one) => one.state),
        batch.map((one) => one.dueAt),
        batch.map((one) => one.status),
        batch.map((one) => one.tookMs),
        batch.map((one) => one.answer),
      ])
      return batch.map(() => undefined)
    },
  })

  async function deliver(delivery: Claimed) {
    passing('callback.claimed')
    const result = await send(context, delivery)
    passing('callback.sent')
    await recorder.add(await judge(context, delivery, result))
  }

  /** Waiting ones may have been passed over for want of a place; only then is looking again worth a round. */
  function leave(host: string) {
    const places = perHost.get(host) ?? 1
    if (places > 1) perHost.set(host, places - 1)
    else perHost.delete(host)
    if (places >= perHostMax || calls.size >= inFlightMax - 1) pump.wake()
  }

  const pump = startPump({
    name: 'callbacks',
    everyMs: 500,
    log,
    async round() {
      await freeDead()
      const free = inFlightMax - calls.size
      if (free <= 0) return false
      const hosts = [...perHost]
      const full = hosts.filter(([, places]) => places >= perHostMax).map(([host]) => host)
      const claimed = await db.fast.run<Claimed>(claimDue, [
        context.worker.number,
        free,
        hosts.map(([host]) => host),
        hosts.map(([, places]) => places),
        full,
        perHostMax,
      ])
      for (const delivery of claimed) {
        const host = hostOf(delivery.url)
        perHost.set(host, (perHost.get(host) ?? 0) + 1)
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
    wake: pump.wake,
    /** Takes nothing more, and writes down what became of those under way. */
    async stop() {
      await pump.stop()
      await Promise.all(calls)
    },
  }
}

const hostOf = (url: string): string => (url.split('/')[2] ?? '').toLowerCase()

async function send({ db, outgoing, market, vault }: SenderContext, delivery: Claimed): Promise<OutgoingResult> {
  const secret = callbackSecretOf(market, vault, delivery.member_id) ?? (await firstCallbackSecret(db, vault, delivery.member_id))
  return outgoing.request({
    method: 'POST',
    url: delivery.url,
    headers: callbackHeaders(secret, deliveryName(delivery.id), new Date(), delivery.body),
    body: delivery.body,
    timeoutMs,
  })
}

/** 2xx is delivered; 410 means never again; everything else is tried again by the schedule, or when the receiver says. */
async function judge({ db, firstPauseMs }: SenderContext, delivery: Claimed, result: OutgoingResult): Promise<Tried> {
  const said = result.kind === 'answer' ? { status: result.status, answer: result.body } : { status: null, answer: result.reason }
  const tried = { delivery, ...said, answer: storable(said.answer, 500), tookMs: Math.round(result.tookMs) }
  if (said.status !== null && said.status >= 200 && said.status < 300)
    return { ...tried, state: deliveryState.delivered, dueAt: new Date() }
  if (said.status === 410) {
    await db.transaction((tx) => dropCallbackAddress(tx, delivery.member_id, delivery.url))
    return { ...tried, state: deliveryState.given_up, dueAt: new Date() }
  }
  const pause = pauseAfter(delivery.tries, firstPauseMs, Math.random())
  if (pause === null) return { ...tried, state: deliveryState.given_up, dueAt: new Date() }
  return { ...tried, state: deliveryState.waiting, dueAt: new Date(Date.now() + Math.max(pause, askedPauseMs(result))) }
}

/** `Retry-After` of a 429 or 503, seconds or a date, in milliseconds; at most an hour is obeyed. */
function askedPauseMs(result: OutgoingResult): number {
  if (result.kind !== 'answer' || (result.status !== 429 && result.status !== 503)) return 0
  const said = String(result.headers['retry-after'] ?? '')
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), 3_600_000)
}
