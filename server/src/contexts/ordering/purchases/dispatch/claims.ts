import type { Database, Statement } from '#db/db.ts'
import { countUpSql, type Witness } from '#db/witness.ts'
import { createDeadClaimRelease } from '#jobs/claim-recovery.ts'
import type { WorkerIdentity } from '#jobs/worker-identity.ts'
import { attemptState } from '../attempt-state.ts'

/** An attempt that this worker has claimed. */
export interface Claimed {
  id: bigint
  purchase_id: bigint
  seller_id: bigint
  offer_id: bigint
  /** The number of the attempt within its purchase, from 1. */
  number: number
  /** The attempt's state before the claim. */
  previous_state: number
  /** How often the attempt was claimed, including this claim. */
  claims: number
  /** Milliseconds since the attempt was first sent or may have been sent; 0 if it was never sent. */
  sent_ms_ago: number
  target: string
  counter: number
  amount: bigint | null
  inquiry_id: bigint | null
  inquiry_reference: string | null
  /** Null if a restore waits for confirmation, or if the row of the witness is gone because the database has gone back. */
  beat: bigint | null
}

/** True if the claim is for sending the order; otherwise it is for requesting its status. */
export const isOrder = ({ previous_state }: Claimed): boolean => previous_state === attemptState.queued
export const isFirstOrder = (attempt: Claimed): boolean => isOrder(attempt) && attempt.claims === 1

/** How many more attempts of each seller may be claimed. */
export interface Capacity {
  sellers: bigint[]
  slots: number[]
}

/**
 * Commits the state "sending" before anything is sent. Each step finds its rows by key, whatever statistics the planner has: the due rows are
 * selected in a separate step, at most as many as the limit, and only one index matches the condition `state < 4` (0007-ordering.sql).
 */
const claimDue: Statement = {
  name: 'attempts.claim',
  text: `
  with picked as materialized (
    select picked.id
    from unnest($1::bigint[], $2::integer[]) as seller(id, slots)
    cross join lateral (
      select attempt.id from attempt
      where attempt.seller_id = seller.id and attempt.state < ${attemptState.success} and attempt.due_at <= now()
      order by attempt.due_at limit seller.slots for update skip locked
    ) picked
  ),
  claimed as (
    update attempt set state = case when attempt.state = ${attemptState.queued} then ${attemptState.sending} else attempt.state end, claimed_by = $3,
      -- One that left without a count was claimed by a process of an older version.
      claims = attempt.claims + 1 + (attempt.claims = 0 and attempt.sent_at is not null)::integer,
      due_at = now() + $4 * interval '1 millisecond', sent_at = coalesce(attempt.sent_at, now()),
      last_sent_at = case when attempt.state = ${attemptState.queued} and attempt.sent_at is not null then now() else attempt.last_sent_at end,
      updated_at = now()
    where attempt.id = any(array(select picked.id from picked))
    returning attempt.id, attempt.purchase_id, attempt.seller_id, attempt.offer_id, attempt.number, old.state as previous_state, attempt.claims,
      extract(epoch from now() - attempt.sent_at)::float8 * 1000 as sent_ms_ago
  ),
  -- The witness outside of the database knows this commit before anything is sent (ADR 0089).
  counted as (
    ${countUpSql('$5', 'exists (select from claimed)')}
  )
  select claimed.*, (select beat from counted) as beat, purchase.target, purchase.counter, purchase.amount, purchase.inquiry_id,
    (select inquiry.supplier_reference from inquiry where inquiry.id = purchase.inquiry_id) as inquiry_reference
  from claimed cross join lateral (
    select target, counter, amount, inquiry_id from purchase where purchase.id = claimed.purchase_id offset 0
  ) purchase`,
}

const deadWorkerStatements = {
  claimers: {
    name: 'attempts.claimers',
    text: `select claimed_by from attempt where state <= ${attemptState.unknown} and claimed_by is not null group by claimed_by`,
  },
  release: {
    name: 'attempts.release-dead',
    text: `update attempt set due_at = now(), claimed_by = null where state <= ${attemptState.unknown} and claimed_by = any($1::integer[])`,
  },
}

const releaseLostClaims: Statement = {
  name: 'attempts.release-lost',
  text: `update attempt set due_at = now(), claimed_by = null where state <= ${attemptState.unknown} and claimed_by = $1 and not (id = any($2::bigint[]))`,
}

/** Ends a claim whose outcome could not be stored. If this statement fails too, the attempt becomes free when its lease ends. */
const requestSoon: Statement = {
  name: 'attempts.request-status-soon',
  text: `update attempt set due_at = now() + interval '1 second', claimed_by = null where id = $1 and claimed_by = $2 and claims = $3 and state <= ${attemptState.unknown}`,
}

/** The time limit for starting a call. After the lease, another worker may have claimed the attempt. */
export interface Lease {
  /** The number of the worker that claims with this lease. */
  worker: number
  /**
   * Whether a call of at most this duration ends within the lease. Uses the clock that advanced further, since one of the two clocks may have
   * stopped. False once the connection that holds the worker's number was lost, because others may have freed the claim meanwhile.
   */
  lastsFor(ms: number): boolean
}

/** Starts before the claim is sent to the database, so it ends before the lease in the database. */
function beginLease(worker: WorkerIdentity, ms: number): Lease {
  const [ticks, time, connection] = [performance.now(), Date.now(), worker.connection()]
  return {
    worker: worker.number,
    lastsFor: (more) =>
      connection !== null && worker.connection() === connection && Math.max(performance.now() - ticks, Date.now() - time) + more < ms,
  }
}

/** How long to search for lost claims: the statement whose result was lost may run for another 30 seconds. */
const lostForMs = 60_000

export interface ClaimsOptions {
  db: Database
  worker: WorkerIdentity
  witness: Pick<Witness, 'expectBeat'>
  leaseMs: number
  /** The attempts that this process is working on. */
  inProgress(): bigint[]
}

/** The claims of one worker. */
export function createClaims({ db, worker, witness, leaseMs, inProgress }: ClaimsOptions) {
  const releaseDead = createDeadClaimRelease(db, worker, deadWorkerStatements)
  let checkForLostUntil = 0
  let lastLostCheckAt = 0
  let connection = worker.connection()

  /** Ends claims that the database committed but whose result was lost. Runs at most once a second. */
  async function releaseLost() {
    if (Date.now() > checkForLostUntil || Date.now() - lastLostCheckAt < 1000) return
    lastLostCheckAt = Date.now()
    await db.fast.run(releaseLostClaims, [worker.number, inProgress()])
  }

  return {
    /** Claims due attempts up to the capacity, after ending claims of dead workers and claims whose result was lost. */
    async claim(capacity: () => Capacity): Promise<{ claimed: Claimed[]; lease: Lease }> {
      const lease = beginLease(worker, leaseMs)
      if (worker.connection() === null) return { claimed: [], lease }
      // While the database was away, outcomes could not be stored. Their claims are still those of this worker, which works on them no more.
      if (worker.connection() !== connection) checkForLostUntil = Date.now() + lostForMs
      connection = worker.connection()
      await releaseDead()
      await releaseLost()
      const { sellers, slots } = capacity()
      if (sellers.length === 0) return { claimed: [], lease }
      try {
        const { id, confirm } = witness.expectBeat()
        const claimed = await db.fast.run<Claimed>(claimDue, [sellers, slots, lease.worker, leaseMs, id])
        if (claimed[0] !== undefined) confirm(claimed[0].beat)
        return { claimed, lease }
      } catch (error) {
        checkForLostUntil = Date.now() + lostForMs
        throw error
      }
    },
    requestStatusSoon: ({ id, claims }: Claimed, lease: Lease): Promise<unknown> => db.fast.run(requestSoon, [id, lease.worker, claims]),
  }
}
