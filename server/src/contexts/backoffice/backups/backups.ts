import type { Health } from '@lapak/contract/backoffice/health'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { Config } from '#shared/config.ts'
import { backupLock, lockClass } from './lock.ts'

/** What is known of backups and drills in this database. */
export interface BackupState {
  /** The newest verified backup. */
  last: { at: Date; bytes: bigint; seconds: number } | null
  /** Why the newest attempt failed; null if it succeeded. */
  backupError: string | null
  isRunning: boolean
  first: Date | null
  /** When all archived WAL was last in the backup, and why it is not now. */
  shippedAt: Date | null
  shipmentError: string | null
  drilledAt: Date | null
  drillError: string | null
}

interface Row {
  last_at: Date | null
  last_bytes: bigint | null
  last_seconds: number | null
  first_at: Date | null
  backup_error: string | null
  running: boolean
  drilled_at: Date | null
  drill_error: string | null
  shipped_at: Date | null
  shipment_error: string | null
}

export async function readBackups(read: Reader): Promise<BackupState> {
  const { rows } = await sql<Row>`
    with good as (select * from backup_run where ended_at is not null and error is null)
    select last.started_at as last_at, last.bytes as last_bytes, extract(epoch from last.ended_at - last.started_at)::float8 as last_seconds,
      (select min(started_at) from good where kind = 'backup') as first_at,
      (select error from backup_run where kind = 'backup' and ended_at is not null order by ended_at desc limit 1) as backup_error,
      exists (select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and objid = ${backupLock} and granted
        and database = (select oid from pg_database where datname = current_database())) as running,
      (select max(started_at) from good where kind = 'drill') as drilled_at,
      (select error from backup_run where kind = 'drill' and ended_at is not null order by ended_at desc limit 1) as drill_error,
      (select shipped_at from wal_shipment) as shipped_at, (select error from wal_shipment) as shipment_error
    from (select) as always left join lateral (select * from good where kind = 'backup' order by id desc limit 1) as last on true`.execute(
    read,
  )
  const [row] = rows
  const last = row?.last_at && { at: row.last_at, bytes: row.last_bytes ?? 0n, seconds: row.last_seconds ?? 0 }
  return {
    last: last ?? null,
    backupError: row?.backup_error ?? null,
    isRunning: row?.running ?? false,
    first: row?.first_at ?? null,
    shippedAt: row?.shipped_at ?? null,
    shipmentError: row?.shipment_error ?? null,
    drilledAt: row?.drilled_at ?? null,
    drillError: row?.drill_error ?? null,
  }
}

const hourMs = 3_600_000
/** A night, and time to make the backup. */
const backupWithinMs = 26 * hourMs
/** WAL is moved every minute. */
const shippedWithinMs = 15 * 60_000
const drilledWithinMs = 14 * 24 * hourMs

/** Outside of production, a database without backups is no trouble. */
export function backupHealth(
  state: BackupState,
  { backup, production }: Pick<Config, 'backup' | 'production'>,
  now: Date,
): Health['cadangan'] {
  const { last, backupError, isRunning, shippedAt, shipmentError } = state
  const within = (at: Date | null | undefined, ms: number) => at !== null && at !== undefined && now.getTime() - at.getTime() < ms
  const isMade = within(last?.at, backupWithinMs) || (last === null && isRunning)
  const isShipped = shipmentError === null && (shippedAt === null || within(shippedAt, shippedWithinMs))
  const known = {
    keterangan: backup.elsewhere,
    terakhir: last && { at: last.at, ukuran: Number(last.bytes), detik: Math.round(last.seconds) },
    gagal: backupError,
    arsip: shippedAt,
    arsipgagal: shipmentError,
  }
  if (backup.target !== null) return { ...known, cara: 'sendiri', baik: isMade && backupError === null && isShipped }
  if (backup.elsewhere !== '') return { ...known, cara: 'lain', baik: true }
  return { ...known, cara: 'tidak_ada', baik: !production }
}

/** Judged only where Lapak makes the backups, and from two weeks after the first one. */
export function drillHealth(state: BackupState, { backup }: Pick<Config, 'backup'>, now: Date): Health['latihan'] {
  const { drilledAt, drillError, first } = state
  const since = drilledAt ?? first
  const isLate = backup.target !== null && since !== null && now.getTime() - since.getTime() > drilledWithinMs
  return { terakhir: drilledAt, gagal: drillError, baik: !isLate && drillError === null }
}
