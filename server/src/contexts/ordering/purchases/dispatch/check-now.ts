import type { LineResult } from '@lapak/contract/ordering/purchases'
import { sql } from 'kysely'
import type { Database, Statement } from '#db/db.ts'
import { attemptState } from '../attempt-state.ts'
import { neverDue } from '../settlement/status-retry.ts'

/**
 * The minimum number of seconds since the last contact with the seller's server. An earlier status request returns nothing new and only loads the
 * server.
 */
const pauseSeconds = 15

/**
 * Only moves the time of the next status request forward. Queued attempts stay unchanged, and the dispatcher sends the requests under its usual
 * rules. Claimed attempts are skipped, since a worker is sending them or requesting their status. Locked attempts are skipped too, because waiting
 * for their locks could deadlock with batches.
 */
const requestStatusNow: Statement = {
  name: 'attempts.request-status-now',
  text: `
  with free as materialized (
    select id from attempt
    where purchase_id = any($1::bigint[]) and state >= ${attemptState.waiting} and state <= ${attemptState.unknown}
      and claimed_by is null and due_at < '${neverDue.toISOString()}' and updated_at < now() - ${pauseSeconds} * interval '1 second'
    for update skip locked)
  update attempt set due_at = now() where id = any(array(select id from free)) returning purchase_id`,
}

/** Makes the dispatcher request the status of these purchases now. */
export async function checkNow(db: Database, ids: bigint[], wakeDispatcher: () => void): Promise<LineResult[]> {
  const asked = new Set((await db.fast.run<{ purchase_id: bigint }>(requestStatusNow, [ids])).map(({ purchase_id }) => purchase_id))
  if (asked.size > 0) wakeDispatcher()
  const liveAttempts = await findUnrequested(
    db,
    ids.filter((id) => !asked.has(id)),
  )
  return [...new Set(ids)].map((id) =>
    asked.has(id)
      ? { id, done: true, msg: 'Sedang ditanyakan ke server suplier', code: null }
      : { id, done: false, msg: reasonFor(liveAttempts.get(id)), code: null },
  )
}

interface LiveAttempt {
  state: number
  /** True if the status of the attempt is never requested again. */
  never: boolean
  justHeard: boolean
}

async function findUnrequested({ read }: Database, ids: bigint[]): Promise<Map<bigint, LiveAttempt>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('attempt')
    .select((attempt) => [
      'purchase_id',
      'state',
      attempt('due_at', '>=', neverDue).as('never'),
      attempt('updated_at', '>=', sql<Date>`now() - ${pauseSeconds} * interval '1 second'`).as('justHeard'),
    ])
    .where('purchase_id', 'in', ids)
    .where('state', '<', attemptState.success)
    .execute()
  return new Map(rows.map((row) => [row.purchase_id, { ...row, never: Boolean(row.never), justHeard: Boolean(row.justHeard) }]))
}

function reasonFor(live: LiveAttempt | undefined): string {
  if (live === undefined) return 'Transaksi ini tidak pending'
  if (live.never) return 'Tidak aman ditanyakan lagi: periksa di server suplier, lalu putuskan'
  if (live.state < attemptState.waiting) return 'Pesanannya sedang dikirim, hasilnya belum bisa ditanyakan'
  if (live.justHeard) return `Server suplier baru saja dihubungi; coba lagi ${pauseSeconds} detik lagi`
  return 'Transaksi ini sedang diproses; coba lagi sebentar'
}
