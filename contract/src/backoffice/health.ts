import { z } from 'zod'
import { jabberBotStates } from '../partners/jabber.ts'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/**
 * Maximum number of suspended sellers in the list. If more sellers are suspended at the same time, the cause is common to all, and the list only
 * counts them.
 */
export const suspendedShown = 20

/** Number of waiting items and the creation time of the oldest item. `baik` is true if both are within the limits of the settings. */
const queue = z.object({ jml: z.int(), tertua: moment.nullable(), baik: z.boolean() })
export type HealthQueue = z.output<typeof queue>

/** External systems that Lapak communicates with. These names contain no credentials. */
export const adapterNames = [
  'mail',
  'whatsapp',
  'gateway',
  'disbursement',
  'bankfeed',
  'nameinquiry',
  'store',
  'google',
  'facebook',
  'jabber',
] as const
export type AdapterName = (typeof adapterNames)[number]

const health = z.object({
  at: moment,
  /**
   * Set while acknowledged commits may be lost after a restore and an operator has not confirmed it: orders are refused, and nothing is sent.
   */
  pemulihan: z.object({ alasan: z.enum(['other_cluster', 'commits_lost', 'no_witness']), sejak: moment }).nullable(),
  /** Worker processes that live now, which send orders, callbacks and messages; `terakhir`: when one was last seen. */
  pekerja: z.object({ hidup: z.int(), terakhir: moment.nullable(), baik: z.boolean() }),
  /** Open orders at sellers' servers, and the number of orders with unknown state among them. */
  pesanan: queue.extend({ tidakdiketahui: z.int() }),
  /** Alerts about purchases that need an administrator. */
  peringatan: z.object({ jml: z.int(), baik: z.boolean() }),
  /** Sellers that are suspended because their servers were unreachable. */
  suplier: z.object({
    jml: z.int(),
    istirahat: z.array(z.object({ sellerid: rowId, sellername: z.string(), sejak: moment.nullable(), sampai: moment, gagal: z.int() })),
  }),
  /** Callbacks that are due and not delivered yet. */
  callback: queue,
  /** E-mails and one-time codes that no transport has accepted yet, and those that failed during the last day. */
  pesan: queue.extend({ gagal: z.int() }),
  /** Background jobs that are due and not run yet, and jobs that failed permanently. */
  tugas: queue.extend({ gagal: z.int() }),
  /** Time of the last delivery of the bank's statement feed; null if there was none for days. */
  bank: z.array(z.object({ bankcode: bankCode, terakhir: moment.nullable(), baik: z.boolean() })),
  /**
   * The platform's Jabber accounts that receive orders. `terputus`: the server refused the account, or the account has not been connected for too
   * long. `celah`: when messages were last found missing in the server's archive, if this was recently. `tanpaarsip`: the server keeps no archive.
   * `baik` is true if none of the three applies.
   */
  jabber: z.array(
    z.object({
      akun: z.string(),
      keadaan: z.enum(jabberBotStates),
      sejak: moment,
      kata: z.string(),
      terputus: z.boolean(),
      celah: moment.nullable(),
      tanpaarsip: z.boolean(),
      baik: z.boolean(),
    }),
  ),
  /** Result of the last ledger verification; null before the first verification. */
  pembukuan: z.object({ at: moment, langgar: z.int(), baik: z.boolean() }).nullable(),
  /**
   * Free and total megabytes of the disk that stores the pictures (and the database, if it is on the same disk); null if no folder for pictures is
   * configured.
   */
  disk: z.object({ bebas: z.int(), total: z.int(), baik: z.boolean() }).nullable(),
  /**
   * Verified backups. `cara`: by Lapak (`sendiri`), by tools that the operator named (`lain`, with their name in `keterangan`), or none. `terakhir`: the
   * newest verified backup. `gagal` and `arsipgagal`: why the newest attempt failed; null if it succeeded. `arsip`: until when every change is in the
   * archive; null if nothing was archived yet.
   */
  cadangan: z.object({
    cara: z.enum(['sendiri', 'lain', 'tidak_ada']),
    keterangan: z.string(),
    terakhir: z.object({ at: moment, ukuran: z.int(), detik: z.int() }).nullable(),
    gagal: z.string().nullable(),
    arsip: moment.nullable(),
    arsipgagal: z.string().nullable(),
    baik: z.boolean(),
  }),
  /** The weekly rehearsal that restores the newest backup and verifies its books. */
  latihan: z.object({ terakhir: moment.nullable(), gagal: z.string().nullable(), baik: z.boolean() }),
  /** `jalan` is the name of the configured implementation; null where none is configured. */
  penghubung: z.array(z.object({ nama: z.enum(adapterNames), jalan: z.string().nullable() })),
})
export type Health = z.output<typeof health>

/** Subjects of health alerts, with their labels. */
export const healthMatters = {
  restore: 'Database dipulihkan, belum dikonfirmasi',
  workers: 'Tidak ada worker yang hidup',
  orders: 'Pesanan belum berakhir',
  purchases: 'Transaksi perlu orang',
  seller: 'Server suplier tidak terjangkau',
  callbacks: 'Callback tertahan',
  messages: 'Surat dan kode tertahan',
  jobs: 'Tugas terlambat',
  jobs_failed: 'Tugas gagal',
  bankfeed: 'Feed mutasi bank diam',
  jabber: 'Akun Jabber tidak tersambung',
  jabber_gap: 'Pesan Jabber mungkin hilang',
  jabber_no_archive: 'Server Jabber tanpa arsip',
  push: 'Notifikasi push ditolak',
  disk: 'Ruang disk hampir habis',
  books: 'Pembukuan tidak cocok',
  books_late: 'Pembukuan lama tidak diperiksa',
  backup: 'Cadangan data tidak ada atau terlambat',
  drill: 'Latihan pemulihan gagal atau terlambat',
} as const
export type HealthMatter = keyof typeof healthMatters
export const healthMatterNames = Object.keys(healthMatters) as [HealthMatter, ...HealthMatter[]]

export const healthSteps = ['opened', 'taken', 'ended'] as const
export type HealthStep = (typeof healthSteps)[number]

/** One alert per matter and subject. `baiksejak` is the time since which the figure is good again; if it stays good, the alert ends automatically. */
const healthAlert = z.object({
  id: rowId,
  matter: z.enum(healthMatterNames),
  /** A seller id, a bank code or a Jabber account; empty for matters without a subject. */
  subject: z.string(),
  message: z.string(),
  createat: moment,
  baiksejak: moment.nullable(),
  takenid: rowId.nullable(),
  takenby: z.string().nullable(),
  endedat: moment.nullable(),
  /** Steps of the alert, oldest first; `by` is null for automatic steps. */
  langkah: z.array(z.object({ step: z.enum(healthSteps), at: moment, by: z.string().nullable(), word: z.string() })),
})
export type HealthAlert = z.output<typeof healthAlert>

/** Status filter of the alerts. Without this filter, the list contains all alerts that have not ended. */
export const alertStatuses = ['terbuka', 'diambil', 'selesai'] as const
const healthAlertQuery = z.object(pageQuery(['id'], { status: filter(z.enum(alertStatuses)), matter: filter(z.enum(healthMatterNames)) }))
export type HealthAlertQuery = z.output<typeof healthAlertQuery>

const waitingAlerts = z.object({
  /** Number of alerts that no administrator has taken and that have not ended. */
  jml: z.int(),
  terbaru: healthAlert.pick({ id: true, matter: true, message: true }).nullable(),
})

/** Last success and last failure of each adapter in manual tests. For mail, WhatsApp and bank feeds, normal operation counts, too. */
const adapterState = z.object({
  nama: z.enum(adapterNames),
  /** The name of the configured implementation, as in the health figures. */
  jalan: z.string().nullable(),
  /** True when administrators can test the adapter manually. Adapters that only receive cannot be tested. */
  bisadites: z.boolean(),
  sukses: moment.nullable(),
  gagal: z.object({ at: moment, pesan: z.string() }).nullable(),
})
export type AdapterState = z.output<typeof adapterState>

const oneAlert = z.object({ id: rowIdText })

export const healthCalls = {
  read: call('GET', '/api/admin/v1/health', {
    summary: 'Read the health of the platform: orders, suspended sellers, callbacks, messages, jobs, bank feeds, books, integrations',
    access: 'admin',
    data: health,
  }),
  alerts: call('GET', '/api/admin/v1/health/alerts', {
    summary: 'List health alerts with their assignee and outcome; without `status`, those that have not ended',
    access: 'admin',
    query: healthAlertQuery,
    data: pageOf(healthAlert),
  }),
  waiting: call('GET', '/api/admin/v1/health/alerts/waiting', {
    summary: 'Count the alerts that nobody has taken, with the newest of them',
    access: 'admin',
    data: waitingAlerts,
  }),
  take: call('PATCH', '/api/admin/v1/health/alerts/{id}/take', {
    summary: 'Take an alert with a note; `dari` is the assignee that the page showed, so that a concurrent take is refused',
    access: 'admin',
    limit: { setting: 'health.acknowledgementsPerMinute', seconds: 60 },
    params: oneAlert,
    body: z.object({ dari: rowId.nullable().default(null), reason: approvalReason }),
    done: 'Peringatan diambil',
    refuses: ['not_found.alert', 'alert.taken', 'alert.ended'],
  }),
  adapters: call('GET', '/api/admin/v1/adapters', {
    summary: 'List the integrations: configured, simulated or absent, their last success and last failure',
    access: 'admin',
    data: z.array(adapterState),
  }),
  testAdapter: call('POST', '/api/admin/v1/adapters/{name}/test', {
    summary: 'Test an integration by a request that changes nothing there, and return its answer',
    access: 'admin',
    limit: { setting: 'health.adapterTestsPerMinute', seconds: 60 },
    params: z.object({ name: z.enum(adapterNames) }),
    data: z.object({ berhasil: z.boolean(), pesan: z.string() }),
    refuses: ['adapter.absent'],
  }),
  end: call('PATCH', '/api/admin/v1/health/alerts/{id}', {
    summary: 'End an alert with a note; while its figure stays bad, another one opens after `health.alertAgainHours`',
    access: 'admin',
    stepUp: true,
    params: oneAlert,
    body: z.object({ reason: approvalReason }),
    done: 'Peringatan diakhiri',
    refuses: ['not_found.alert', 'alert.ended'],
  }),
}
