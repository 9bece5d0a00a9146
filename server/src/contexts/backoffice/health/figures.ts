import { type HealthDeps, readHealth } from './health.queries.ts'

/** Figures of the platform for monitoring, the same in every process: name without the prefix `lapak_`, and what it says. */
export const healthFigures = {
  workers_alive: 'Worker processes that live',
  restore_unconfirmed: '1 while a restore waits for `npm run restored`, else 0',
  orders_open: 'Orders that have not ended',
  orders_oldest_seconds: 'Age of the oldest order that has not ended',
  orders_unknown: 'Open orders whose result is unknown',
  purchase_alerts: 'Orders that need an administrator',
  sellers_suspended: 'Sellers that get no orders because their server was not reached',
  callbacks_due: 'Callbacks that are due and not delivered',
  callbacks_oldest_seconds: 'Age of the oldest callback that is due',
  messages_waiting: 'E-mails and WhatsApp messages that nobody accepted yet',
  messages_oldest_seconds: 'Age of the oldest message that nobody accepted yet',
  messages_failed: 'Messages that failed within a day',
  jobs_due: 'Background jobs that are due and not running',
  jobs_oldest_seconds: 'Age of the oldest background job that is due',
  jobs_failed: 'Background jobs that failed and are not repeated',
  ledger_check_seconds: 'Time since the last verification of the books',
  ledger_violations: 'Rules that the last verification of the books found violated',
  disk_free_bytes: 'Free space on the disk of DATA_DIR',
  backup_ok: '0 if the newest verified backup or the WAL archive is late or failed, or if production has no backups, else 1',
  backup_age_seconds: 'Age of the newest verified backup',
  backup_bytes: 'Size of the newest verified backup',
  backup_seconds: 'How long the newest verified backup took',
  backup_wal_age_seconds: 'Time since every archived file of the WAL was in the backup',
  restore_drill_ok: '0 if the last restore drill failed or is too long ago, else 1',
  restore_drill_age_seconds: 'Time since the last restore drill that succeeded',
} as const

type FigureName = keyof typeof healthFigures

/** Null where there is nothing to measure. */
export async function readFigures(deps: HealthDeps, now: Date): Promise<Record<FigureName, number | null>> {
  const { pemulihan, pekerja, pesanan, peringatan, suplier, callback, pesan, tugas, pembukuan, disk, cadangan, latihan } = await readHealth(
    deps,
    now,
  )
  const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000))
  return {
    workers_alive: pekerja.hidup,
    restore_unconfirmed: pemulihan === null ? 0 : 1,
    orders_open: pesanan.jml,
    orders_oldest_seconds: secondsSince(pesanan.tertua),
    orders_unknown: pesanan.tidakdiketahui,
    purchase_alerts: peringatan.jml,
    sellers_suspended: suplier.jml,
    callbacks_due: callback.jml,
    callbacks_oldest_seconds: secondsSince(callback.tertua),
    messages_waiting: pesan.jml,
    messages_oldest_seconds: secondsSince(pesan.tertua),
    messages_failed: pesan.gagal,
    jobs_due: tugas.jml,
    jobs_oldest_seconds: secondsSince(tugas.tertua),
    jobs_failed: tugas.gagal,
    ledger_check_seconds: pembukuan && secondsSince(pembukuan.at),
    ledger_violations: pembukuan?.langgar ?? null,
    disk_free_bytes: disk && disk.bebas * 1_048_576,
    backup_ok: Number(cadangan.baik),
    backup_age_seconds: cadangan.terakhir && secondsSince(cadangan.terakhir.at),
    backup_bytes: cadangan.terakhir?.ukuran ?? null,
    backup_seconds: cadangan.terakhir?.detik ?? null,
    backup_wal_age_seconds: cadangan.arsip && secondsSince(cadangan.arsip),
    restore_drill_ok: Number(latihan.baik),
    restore_drill_age_seconds: latihan.terakhir && secondsSince(latihan.terakhir),
  }
}
