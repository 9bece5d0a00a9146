import type { Database, Statement } from '#db/db.ts'
import { freesDeadClaims } from '#jobs/claim-recovery.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'

/** An attempt that this worker has in hand. */
export interface Claimed {
  id: bigint
  purchase_id: bigint
  seller_id: bigint
  offer_id: bigint
  /** Among the attempts of its purchase, from 1. */
  number: number
  /** Its state before it was claimed. */
  was: number
  /** How often it was claimed, this time included. */
  claims: number
  /** Since it first left, or may have left; 0 when that is to come. */
  sent_ms_ago: number
  target: string
  counter: number
  amount: bigint | null
  inquiry_id: bigint | null
  inquiry_reference: string | null
}

/** How much of which seller may be claimed. */
export interface Capacity {
  sellers: bigint[]
  free: number[]
}

/**
 * Claiming commits "sending" before anything is sent. Each step finds its rows by key, whatever the planner knows of the
 * tables: what is picked is picked once, never more than its limit, and by the one index that `state < 4` fits
 * (0007-ordering.sql).
 */
const claimDue: Statement = {
  name: 'attempts.claim',
  text: `
  with picked as materialized (
    select picked.id
    from unnest($1::bigint[], $2::integer[]) as seller(id, free)
    cross join lateral (
      select attempt.id from attempt
      where attempt.seller_id = seller.id and attempt.state < 4 and attempt.due_at <= now()
      order by attempt.due_at limit seller.free for update skip locked
    ) picked
  ),
  claimed as (
    update attempt set state = case when attempt.state = 0 then 1 else attempt.state end, claimed_by = $3,
      -- One that left without a count was claimed by a process of an older version.
      claims = attempt.claims + 1 + (attempt.claims = 0 and attempt.sent_at is not null)::integer,
      due_at = now() + $4 * interval '1 millisecond', sent_at = coalesce(attempt.sent_at, now()),
      last_sent_at = case when attempt.state = 0 and attempt.sent_at is not null then now() else attempt.last_sent_at end,
      updated_at = now()
    where attempt.id = any(array(select picked.id from picked))
    returning attempt.id, attempt.purchase_id, attempt.seller_id, attempt.offer_id, attempt.number, old.state as was, attempt.claims,
      extract(epoch from now() - attempt.sent_at)::float8 * 1000 as sent_ms_ago
  )
  select claimed.*, purchase.target, purchase.counter, purchase.amount, purchase.inquiry_id,
    (select inquiry.supplier_reference from inquiry where inquiry.id = purchase.inquiry_id) as inquiry_reference
  from claimed cross join lateral (
    select target, counter, amount, inquiry_id from purchase where purchase.id = claimed.purchase_id offset 0
  ) purchase`,
}

const ofDeadWorkers = {
  claimers: {
    name: 'attempts.claimers',
    text: 'select claimed_by from attempt where state <= 3 and claimed_by is not null group by claimed_by',
  },
  free: {
    name: 'attempts.free',
    text: 'update attempt set due_at = now(), claimed_by = null where state <= 3 and claimed_by = any($1::integer[])',
  },
}

const freeUnknown: Statement = {
  name: 'attempts.free-unknown',
  text: 'update attempt set due_at = now(), claimed_by = null where state <= 3 and claimed_by = $1 and not (id = any($2::bigint[]))',
}

/** What became of it could not be written. If not even this can, the lease brings it back. */
const askAgainSoon: Statement = {
  name: 'attempts.ask-soon',
  text: `update attempt set due_at = now() + interval '1 second', claimed_by = null where id = $1 and claimed_by = $2 and claims = $3 and state <= 3`,
}

/** By when a call has to leave: later its attempt may be in another worker's hand. */
export interface Lease {
  /** Whether a call that takes so long at most ends in time, by whichever clock went further: one may have stood still. */
  lastsFor(ms: number): boolean
}

/** Begins before the claim is sent, so that it ends before that of the database does. */
function beginLease(ms: number): Lease {
  const [ticks, time] = [performance.now(), Date.now()]
  return { lastsFor: (more) => Math.max(performance.now() - ticks, Date.now() - time) + more < ms }
}

/** A statement whose answer was lost may run for half a minute more. */
const lostForMs = 60_000

export interface ClaimsOptions {
  db: Database
  worker: WorkerIdentity
  leaseMs: number
  /** Attempts that this process has in hand. */
  inHand(): bigint[]
}

/** Claims of one worker. */
export function createClaims({ db, worker, leaseMs, inHand }: ClaimsOptions) {
  const freeDead = freesDeadClaims(db, worker, ofDeadWorkers)
  let lostUntil = 0
  let lookedForLostAt = 0

  /** After the answer to a claim was lost, and with it what it claimed. Looks once a second at most. */
  async function freeLost() {
    if (Date.now() > lostUntil || Date.now() - lookedForLostAt < 1000) return
    lookedForLostAt = Date.now()
    await db.fast.run(freeUnknown, [worker.number, inHand()])
  }

  return {
    /** Those that are due, as many as there is room for; before that it lets go what nobody has in hand. */
    async claim(capacity: () => Capacity): Promise<{ claimed: Claimed[]; lease: Lease }> {
      await freeDead()
      await freeLost()
      const { sellers, free } = capacity()
      const lease = beginLease(leaseMs)
      if (sellers.length === 0) return { claimed: [], lease }
      try {
        return { claimed: await db.fast.run<Claimed>(claimDue, [sellers, free, worker.number, leaseMs]), lease }
      } catch (error) {
        lostUntil = Date.now() + lostForMs
        throw error
      }
    },
    askSoon: ({ id, claims }: Claimed): Promise<unknown> => db.fast.run(askAgainSoon, [id, worker.number, claims]),
  }
}
