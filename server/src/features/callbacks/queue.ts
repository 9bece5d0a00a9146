import type { FastPool, Statement } from '#core/db.ts'

/** The queue of deliveries as the sender works it off. Its statements keep the plans of an empty table (docs/decisions/0004-placing-in-batches.md). */
export interface Claimed {
  id: bigint
  member_id: bigint
  url: string
  body: string
  tries: number
}

export interface Tried {
  delivery: Claimed
  state: number
  dueAt: Date
  status: number | null
  answer: string
  tookMs: number
}

export interface Places {
  worker: number
  /** As many are claimed at most. */
  free: number
  /** As many go to one host at once. */
  perHost: number
  /** How many go to which host already. */
  taken: ReadonlyMap<string, number>
}

/**
 * The lease is the due date pushed ahead; a dead worker's claims are free at once. A host gets no more
 * than its places, and those without a place stay due and untouched: one slow buyer with a long queue costs the others
 * nothing, and waiting for a place is no try. `host` here and `hostOf` below must read an address alike.
 *
 * Each step runs once, whatever the plan: what is picked is an array before anything is changed. `offset 0` keeps the lock
 * on one row by its id, and what is looked at behind it is the row as it was locked, not as it was picked.
 */
const claimDue: Statement = {
  name: 'callbacks.claim',
  text: `
  with taken as materialized (select * from unnest($3::text[], $4::integer[]) as taken(host, places)),
  oldest as materialized (
    select id, lower(split_part(translate(url, '?#', '//'), '/', 3)) as host, due_at from delivery
    where state = 0 and due_at <= now() and lower(split_part(translate(url, '?#', '//'), '/', 3)) <> all ($5::text[])
    order by due_at limit 1000
  ),
  placed as materialized (
    select id, row_number() over (partition by host order by due_at, id) + coalesce((select places from taken where taken.host = oldest.host), 0) as place from oldest
  ),
  picked as materialized (
    select locked.id from (select id from placed where place <= $6 order by place) wanted
    cross join lateral (select id, state, due_at from delivery where delivery.id = wanted.id offset 0 for update skip locked) locked
    where locked.state = 0 and locked.due_at <= now() limit $2
  )
  update delivery set due_at = now() + interval '45 seconds', claimed_by = $1, tries = tries + 1
  where id = any(array(select id from picked))
  returning id, member_id, url, body, tries`,
}

export function claimDeliveries(fast: FastPool, { worker, free, perHost, taken }: Places): Promise<Claimed[]> {
  const full = [...taken].filter(([, places]) => places >= perHost).map(([host]) => host)
  return fast.run<Claimed>(claimDue, [worker, free, [...taken.keys()], [...taken.values()], full, perHost])
}

export const hostOf = (url: string): string => (url.split(/[/?#]/)[2] ?? '').toLowerCase()

/**
 * Only what this worker still has in hand changes: one that came back too late must not undo what another one has done since.
 * The ids ascend, so that `width_bucket` finds the place of a row among them. A join would compare each row with each try, or read
 * the whole table, when its plan was made while there were no deliveries.
 */
const record: Statement = {
  name: 'callbacks.record',
  text: `
  with tried as (
    insert into delivery_attempt (delivery_id, status, took_ms, answer) select * from unnest($1::bigint[], $4::smallint[], $5::integer[], $6::text[])
  )
  update delivery set claimed_by = null,
    state = ($2::smallint[])[width_bucket(id, $1::bigint[])], due_at = ($3::timestamptz[])[width_bucket(id, $1::bigint[])]
  where id = any($1::bigint[]) and claimed_by = $7`,
}

export async function recordTries(fast: FastPool, worker: number, tried: Tried[]): Promise<void> {
  const tries = tried.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  await fast.run(record, [
    tries.map((one) => one.delivery.id),
    tries.map((one) => one.state),
    tries.map((one) => one.dueAt),
    tries.map((one) => one.status),
    tries.map((one) => one.tookMs),
    tries.map((one) => one.answer),
    worker,
  ])
}

/** Taking back what dead workers had claimed. */
export const deadClaims = {
  claimers: {
    name: 'callbacks.claimers',
    text: 'select claimed_by from delivery where state = 0 and claimed_by is not null group by claimed_by',
  },
  free: {
    name: 'callbacks.free',
    text: 'update delivery set due_at = now(), claimed_by = null where state = 0 and claimed_by = any($1::integer[])',
  },
}
