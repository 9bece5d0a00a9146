import { sql } from 'kysely'
import type { Database } from '#core/db.ts'

/**
 * Measured quality of each offer and of each seller over 7 days: success rate and median seconds, from attempts at that seller. Measured by
 * the worker every ten minutes; only rows that changed are written, because every write is read again by all processes.
 */
export async function measureQuality(db: Database) {
  await sql`
    insert into offer_quality (offer_id, seller_id, sales, success_basis_points, median_ms, measured_at)
    select attempt.offer_id, attempt.seller_id, count(*) filter (where attempt.state = 4),
      (10000 * count(*) filter (where attempt.state = 4) / count(*))::integer,
      percentile_disc(0.5) within group (order by attempt.took_ms) filter (where attempt.state = 4), now()
    from attempt join offer on offer.id = attempt.offer_id
    where attempt.state in (4, 5) and attempt.created_at > now() - interval '7 days'
    group by attempt.offer_id, attempt.seller_id
    on conflict (offer_id) do update set sales = excluded.sales, success_basis_points = excluded.success_basis_points, median_ms = excluded.median_ms, measured_at = excluded.measured_at
    where (offer_quality.sales, offer_quality.success_basis_points, offer_quality.median_ms) is distinct from (excluded.sales, excluded.success_basis_points, excluded.median_ms)`.execute(
    db.read,
  )
  await sql`
    insert into seller_quality (seller_id, sales, success_basis_points, median_ms, measured_at)
    select seller_id, count(*) filter (where state = 4), (10000 * count(*) filter (where state = 4) / count(*))::integer,
      percentile_disc(0.5) within group (order by took_ms) filter (where state = 4), now()
    from attempt where state in (4, 5) and created_at > now() - interval '7 days' and seller_id in (select id from member)
    group by seller_id
    on conflict (seller_id) do update set sales = excluded.sales, success_basis_points = excluded.success_basis_points, median_ms = excluded.median_ms, measured_at = excluded.measured_at`.execute(
    db.read,
  )
}
