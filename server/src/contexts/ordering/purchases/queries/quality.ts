import { disputeState } from '@lapak/contract/ordering/disputes'
import { qualityDays } from '@lapak/contract/shared/quality'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { attemptState } from '../attempt-state.ts'

// Literals and not parameters, so that partial indexes match whatever plan is used.
const success = sql.lit(attemptState.success)
const failed = sql.lit(attemptState.failed)

interface Measured {
  offer_id: bigint
  seller_id: bigint
  sales: bigint
  /** The success rate in basis points; null if no attempt ended within the measured days. */
  success_basis_points: number | null
  median_ms: number | null
  /** The disputed share of successes in basis points; null if no attempt succeeded. */
  dispute_basis_points: number | null
}

/**
 * Measures the quality of each offer and each seller over the last days: the success rate, the median time from sending to a certain success, and the
 * share of disputed successes. A seller that answers "pending" immediately and delivers minutes later therefore counts as slow.
 */
export async function measureQuality(db: Database) {
  // Reading and writing are separate transactions. A write to a cached table locks the version row, for which all such writes wait, so the slow
  // reading must not hold that lock.
  const changed = await db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await measureSellers(tx)
    return changedOffers(tx)
  })
  if (changed.length > 0) await db.transaction((tx) => writeOffers(tx, changed))
}

/** Disputes in these states do not count against the seller: the buyer withdrew them or the platform rejected them. */
const unfounded = sql`(${disputeState.withdrawn}, ${disputeState.rejected})`

/**
 * Finds attempts by the ids of their purchases, because an index on the time of attempts would cost every order. A failure caused by a wrong target
 * is not counted, unless another seller delivered to this target.
 */
const tried = sql`
  purchase_ids(now() - make_interval(days => ${qualityDays}), null) ids,
    attempt left join dispute on dispute.purchase_id = attempt.purchase_id and attempt.state = ${success} and dispute.state not in ${unfounded}
  where attempt.purchase_id >= ids.first and attempt.state in (${success}, ${failed}) and attempt.created_at > now() - make_interval(days => ${qualityDays})
    and not (attempt.buyers_fault and exists (select from purchase where purchase.id = attempt.purchase_id and purchase.transactionrc <> 1))`

const measures = sql`
  count(*) filter (where attempt.state = ${success}) as sales,
  (10000 * count(*) filter (where attempt.state = ${success}) / count(*))::integer as success_basis_points,
  percentile_disc(0.5) within group (order by (1000 * extract(epoch from attempt.updated_at - attempt.sent_at))::integer)
    filter (where attempt.state = ${success}) as median_ms,
  (10000 * count(dispute.id) / nullif(count(*) filter (where attempt.state = ${success}), 0))::integer as dispute_basis_points`

/** The measures of the last 24 hours, which are shown to the seller itself; null if no attempt ended. */
const ofDay = sql`attempt.created_at > now() - interval '24 hours'`
const measuresOfDay = sql`
  (10000 * count(*) filter (where attempt.state = ${success} and ${ofDay}) / nullif(count(*) filter (where ${ofDay}), 0))::integer as day_success_basis_points,
  percentile_disc(0.5) within group (order by (1000 * extract(epoch from attempt.updated_at - attempt.sent_at))::integer)
    filter (where attempt.state = ${success} and ${ofDay}) as day_median_ms`

/** Returns only changed rows, because all processes read every written row again. */
async function changedOffers(tx: Tx): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    select coalesce(now_measured.offer_id, before.offer_id) as offer_id, coalesce(now_measured.seller_id, before.seller_id) as seller_id,
      coalesce(now_measured.sales, 0) as sales, now_measured.success_basis_points, now_measured.median_ms, now_measured.dispute_basis_points
    from (select attempt.offer_id, attempt.seller_id, ${measures} from ${tried} group by attempt.offer_id, attempt.seller_id) now_measured
    full join offer_quality before using (offer_id)
    where (before.sales, before.success_basis_points, before.median_ms, before.dispute_basis_points) is distinct from (
      coalesce(now_measured.sales, 0), now_measured.success_basis_points, now_measured.median_ms, now_measured.dispute_basis_points
    )`.execute(tx)
  return rows
}

const writeOffers = (tx: Tx, rows: Measured[]) =>
  sql`
    insert into offer_quality (offer_id, seller_id, sales, success_basis_points, median_ms, dispute_basis_points)
    select given.* from unnest(${rows.map((row) => row.offer_id)}::bigint[], ${rows.map((row) => row.seller_id)}::bigint[], ${rows.map((row) => row.sales)}::bigint[],
      ${rows.map((row) => row.success_basis_points)}::integer[], ${rows.map((row) => row.median_ms)}::integer[],
      ${rows.map((row) => row.dispute_basis_points)}::integer[]) as given(offer_id)
    join offer on offer.id = given.offer_id
    on conflict (offer_id) do update set sales = excluded.sales, success_basis_points = excluded.success_basis_points, median_ms = excluded.median_ms,
      dispute_basis_points = excluded.dispute_basis_points, measured_at = now()`.execute(tx)

async function measureSellers(tx: Tx) {
  await sql`
    with measured as materialized (
      select attempt.seller_id, ${measures}, ${measuresOfDay} from ${tried} group by attempt.seller_id
    ),
    gone as (
      delete from seller_quality where seller_id not in (select seller_id from measured)
    )
    insert into seller_quality
      (seller_id, sales, success_basis_points, median_ms, dispute_basis_points, day_success_basis_points, day_median_ms)
    select measured.* from measured join member on member.id = measured.seller_id
    on conflict (seller_id) do update set sales = excluded.sales, success_basis_points = excluded.success_basis_points, median_ms = excluded.median_ms,
      day_success_basis_points = excluded.day_success_basis_points, day_median_ms = excluded.day_median_ms,
      dispute_basis_points = excluded.dispute_basis_points, measured_at = now()`.execute(tx)
}
