import { bigints, integers, smallints, texts, timestamps } from '#db/arrays.ts'
import type { FastPool, Statement } from '#db/db.ts'
import { databaseFunction } from '#db/functions.ts'
import { deliveryState } from './delivery-state.ts'

/** The number of the oldest due deliveries that a claim considers first. */
const oldestMax = 1000
/** After this many seconds another worker may claim the delivery. Longer than a request may take. */
const leaseSeconds = 45
/** The maximum number of hosts that a claim reads afterwards, while places are free. */
const hostsMax = 1000

/**
 * A row of the delivery queue that this worker has claimed. The statements below may run with query plans that were made while the table was empty
 * (ADR 0004).
 */
export interface Claimed {
  id: bigint
  member_id: bigint
  url: string
  body: string
  tries: number
}

export interface AttemptResult {
  delivery: Claimed
  state: number
  dueAt: Date
  status: number | null
  answer: string
  tookMs: number
}

export interface ClaimLimits {
  worker: number
  /** The maximum number of deliveries to claim. */
  free: number
  /** The maximum number of concurrent deliveries to one host. */
  perHost: number
  /** The number of deliveries in progress by host. */
  taken: ReadonlyMap<string, number>
  /** The host of the last claim; '' before the first claim. */
  after: string
}

/** The host of a URL in SQL: `hostOf` below and the index delivery_host (0008-partners.sql) must compute the same value. */
const hostSql = `lower(split_part(translate(url, '?#', '//'), '/', 3))`

/**
 * A claim moves the due time of a delivery into the future as a lease; claims of dead workers are released at once. A host gets at most its maximum
 * of concurrent deliveries, and deliveries above it stay due and unchanged: so a slow receiver with a long queue does not delay others, and waiting
 * does not count as an attempt.
 *
 * The oldest deliveries come first. If they do not fill the free places because many of them belong to a host at its maximum, the other hosts are
 * read one by one, starting after the host of the last claim. Each host costs one index lookup, however long the queues are.
 */
export const claimDeliveriesFunction = databaseFunction(
  'claim_deliveries',
  `(worker integer, free integer, per_host integer, taken_hosts text[], taken_places integer[], start text)
returns table (id bigint, member_id bigint, url text, body text, tries smallint)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  wanted bigint[];
  their_hosts text[];
  more bigint[];
  looked integer;
  other text := start;
  wrapped boolean := false;
begin
  with oldest as materialized (
    select id, ${hostSql} as host, due_at from delivery where state = ${deliveryState.waiting} and due_at <= now() order by due_at limit ${oldestMax}
  ),
  placed as (
    select id, host, coalesce(taken_places[array_position(taken_hosts, host)], 0) + row_number() over (partition by host order by due_at, id) as place
    from oldest
  )
  select coalesce(array_agg(id order by place), '{}'), coalesce(array_agg(host), '{}'), (select count(*) from oldest) into wanted, their_hosts, looked
  from placed where place <= per_host;

  if cardinality(wanted) < free and looked = ${oldestMax} then
    for n in 1 .. ${hostsMax} loop
      select ${hostSql} into other from delivery where state = ${deliveryState.waiting} and ${hostSql} > other and due_at <= now() order by ${hostSql} limit 1;
      if other is null then
        exit when wrapped;
        wrapped := true;
        other := '';
        continue;
      end if;
      exit when wrapped and other > start or cardinality(wanted) >= free;
      more := array(
        select id from delivery where state = ${deliveryState.waiting} and ${hostSql} = other and due_at <= now() and not id = any(wanted)
        order by due_at limit greatest(
          per_host - coalesce(taken_places[array_position(taken_hosts, other)], 0) - cardinality(array_positions(their_hosts, other)), 0)
      );
      wanted := wanted || more;
    end loop;
  end if;

  -- The row as it is locked decides, not as it was looked at.
  return query
  update delivery set due_at = now() + interval '${leaseSeconds} seconds', claimed_by = worker, tries = delivery.tries + 1
  where delivery.id = any(array(
    select locked.id from unnest(wanted) as one(id)
    cross join lateral (select id, state, due_at from delivery where delivery.id = one.id offset 0 for update skip locked) locked
    where locked.state = ${deliveryState.waiting} and locked.due_at <= now() limit free
  ))
  returning delivery.id, delivery.member_id, delivery.url, delivery.body, delivery.tries;
end $$`,
)

const claimStatement: Statement = {
  name: 'callbacks.claim',
  text: `select * from ${claimDeliveriesFunction.name}($1, $2, $3, $4, $5, $6)`,
}

export const claimDeliveries = (fast: FastPool, { worker, free, perHost, taken, after }: ClaimLimits): Promise<Claimed[]> =>
  fast.run<Claimed>(claimStatement, [worker, free, perHost, [...taken.keys()], [...taken.values()], after])

export const hostOf = (url: string): string => (url.split(/[/?#]/)[2] ?? '').toLowerCase()

/**
 * Records the results of attempts. Changes only deliveries that this worker still has claimed, so that a late result does not overwrite the result of
 * another worker. The ids are in ascending order, so that `width_bucket` finds the position of a row in the arrays. A join is avoided, because with a
 * plan made for an empty table it could compare each row with each attempt, or scan the whole table.
 */
const recordStatement: Statement = {
  name: 'callbacks.record',
  text: `
  with tried as (
    insert into delivery_attempt (delivery_id, status, took_ms, answer) select * from unnest($1::bigint[], $4::smallint[], $5::integer[], $6::text[])
  )
  update delivery set claimed_by = null,
    state = ($2::smallint[])[width_bucket(id, $1::bigint[])], due_at = ($3::timestamptz[])[width_bucket(id, $1::bigint[])]
  where id = any($1::bigint[]) and claimed_by = $7`,
}

export async function recordAttempts(fast: FastPool, worker: number, results: AttemptResult[]): Promise<void> {
  const sorted = results.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  await fast.run(recordStatement, [
    bigints(sorted.map((one) => one.delivery.id)),
    smallints(sorted.map((one) => one.state)),
    timestamps(sorted.map((one) => one.dueAt)),
    smallints(sorted.map((one) => one.status)),
    integers(sorted.map((one) => one.tookMs)),
    texts(sorted.map((one) => one.answer)),
    worker,
  ])
}

const releaseLostStatement: Statement = {
  name: 'callbacks.release-lost',
  text: `update delivery set due_at = now(), claimed_by = null where state = ${deliveryState.waiting} and claimed_by = $1 and due_at > now() and not (id = any($2::bigint[]))`,
}

/** Releases the claims of this worker except those that it is working on. */
export const releaseLost = (fast: FastPool, worker: number, inProgress: bigint[]): Promise<unknown> =>
  fast.run(releaseLostStatement, [worker, bigints(inProgress)])

/** Releases the claims of dead workers. Reads only rows whose lease has not ended, not the whole queue. */
export const deadWorkerStatements = {
  claimers: {
    name: 'callbacks.claimers',
    text: `select claimed_by from delivery where state = ${deliveryState.waiting} and claimed_by is not null and due_at > now() and due_at <= now() + interval '${leaseSeconds} seconds'
      group by claimed_by`,
  },
  release: {
    name: 'callbacks.release-dead',
    text: `update delivery set due_at = now(), claimed_by = null where state = ${deliveryState.waiting} and claimed_by = any($1::integer[])`,
  },
}
