import { connectionErrorsMax, type sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

type State = DataOf<typeof sellerApiCalls.state>

export async function readConnectionState(read: Reader, sellerId: bigint): Promise<State> {
  const [quality, open, kept, suksesterakhir, kesalahan] = [
    await qualityOf(read, sellerId),
    await openNow(read, sellerId),
    await restOf(read, sellerId),
    await lastSuccess(read, sellerId),
    await lastErrors(read, sellerId),
  ]
  return { ...quality, ...open, istirahat: kept, suksesterakhir, kesalahan }
}

async function qualityOf(read: Reader, sellerId: bigint): Promise<Pick<State, 'sehari' | 'seminggu'>> {
  const row = await read.selectFrom('seller_quality').selectAll().where('seller_id', '=', sellerId).executeTakeFirst()
  const shown = (points: number | null | undefined, ms: number | null | undefined) => ({
    successrate: points === null || points === undefined ? null : points / 100,
    mediandetik: ms === null || ms === undefined ? null : ms / 1000,
  })
  return {
    sehari: shown(row?.day_success_basis_points, row?.day_median_ms),
    seminggu: shown(row?.success_basis_points, row?.median_ms),
  }
}

/** Uses the index of attempts in progress, which are few. */
async function openNow(read: Reader, sellerId: bigint): Promise<Pick<State, 'dikirim' | 'menunggu' | 'tidakdiketahui'>> {
  const { rows } = await sql<{ sending: bigint; waiting: bigint; unknown: bigint }>`
    select count(*) filter (where state in (0, 1)) as sending, count(*) filter (where state = 2) as waiting, count(*) filter (where state = 3) as unknown
    from attempt where seller_id = ${sellerId} and state < 4`.execute(read)
  return { dikirim: Number(rows[0]?.sending), menunggu: Number(rows[0]?.waiting), tidakdiketahui: Number(rows[0]?.unknown) }
}

async function restOf(read: Reader, sellerId: bigint): Promise<State['istirahat']> {
  const row = await read
    .selectFrom('seller_api')
    .select(['circuit_open_since', 'circuit_open_until', 'failures'])
    .where('seller_id', '=', sellerId)
    .where('circuit_open_until', '>', new Date())
    .executeTakeFirst()
  return row?.circuit_open_until ? { sejak: row.circuit_open_since, sampai: row.circuit_open_until, gagal: row.failures } : null
}

/** Limits the rows that are read, because the web app polls this every few seconds. */
const purchasesLookedAt = 300
const attemptsLookedAt = 100

const ownPurchases = (sellerId: bigint) =>
  sql`select id from purchase where seller_id = ${sellerId} order by id desc limit ${purchasesLookedAt}`

/** The index of successes is sorted by time, so this reads a single index entry, however old the last success is. */
async function lastSuccess(read: Reader, sellerId: bigint): Promise<Date | null> {
  const row = await read
    .selectFrom('attempt')
    .select('updated_at')
    .where('seller_id', '=', sellerId)
    .where('state', '=', sql.lit(4))
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.updated_at ?? null
}

/** Exchanges are indexed by attempt only. Reads the exchanges of attempts in progress, of unsent attempts and of the newest purchases. */
async function lastErrors(read: Reader, sellerId: bigint): Promise<State['kesalahan']> {
  const { rows } = await sql<{ at: Date; kind: string; state: string; request: string; answer: string }>`
    with looked as materialized (
      (select id from attempt where seller_id = ${sellerId} and state < 4 order by due_at desc limit ${attemptsLookedAt})
      union
      (select id from attempt where seller_id = ${sellerId} and state = 6 order by id desc limit ${attemptsLookedAt})
      union
      select attempt.id from (${ownPurchases(sellerId)}) own
      cross join lateral (select id from attempt where purchase_id = own.id and seller_id = ${sellerId} order by number offset 0) attempt
    )
    select said.at, said.kind, said.state, said.request, said.answer from looked
    cross join lateral (
      select at, kind, state, request, answer from exchange
      where attempt_id = looked.id and state in ('unknown', 'unsent') and kind <> 'force' offset 0
    ) said
    order by said.at desc limit ${connectionErrorsMax}`.execute(read)
  return rows.map(({ at, kind, state, request, answer }) => ({
    at,
    jenis: kind,
    terkirim: state !== 'unsent',
    permintaan: request,
    jawaban: answer,
  }))
}
