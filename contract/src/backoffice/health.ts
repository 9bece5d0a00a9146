import { z } from 'zod'
import { jabberBotStates } from '../partners/jabber.ts'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Most suspended sellers in the list. More at once have one common cause and are only counted. */
export const suspendedShown = 20

/** Number of waiting items and age of the oldest; `baik` is true within the limits of the settings. */
const queue = z.object({ jml: z.int(), tertua: moment.nullable(), baik: z.boolean() })
export type HealthQueue = z.output<typeof queue>

/** External systems that Lapak communicates with. Contains no credentials. */
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
  /** Open orders at sellers' servers, and those of unknown state among them. */
  pesanan: queue.extend({ tidakdiketahui: z.int() }),
  /** Alerts about purchases that need a person. */
  peringatan: z.object({ jml: z.int(), baik: z.boolean() }),
  /** Sellers suspended because their servers were unreachable. */
  suplier: z.object({
    jml: z.int(),
    istirahat: z.array(z.object({ sellerid: rowId, sellername: z.string(), sejak: moment.nullable(), sampai: moment, gagal: z.int() })),
  }),
  /** Callbacks that are due and not delivered. */
  callback: queue,
  /** E-mails and codes that no transport has accepted yet, and those that failed during the last day. */
  pesan: queue.extend({ gagal: z.int() }),
  /** Jobs that are due but not run, and jobs that failed permanently. */
  tugas: queue.extend({ gagal: z.int() }),
  /** Last delivery of the bank's feed; null when there was none for days. */
  bank: z.array(z.object({ bankcode: bankCode, terakhir: moment.nullable(), baik: z.boolean() })),
  /**
   * The platform's Jabber accounts for orders. `terputus`: refused, or not connected for too long. `celah`: when the server's archive was last found
   * incomplete, if recently. `tanpaarsip`: the server keeps no archive. `baik` is true if none of these applies.
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
  /** The last ledger verification; null before the first. */
  pembukuan: z.object({ at: moment, langgar: z.int(), baik: z.boolean() }).nullable(),
  /** Disk with the pictures (and the database, if it is on the same disk), in megabytes; null without such a folder. */
  disk: z.object({ bebas: z.int(), total: z.int(), baik: z.boolean() }).nullable(),
  /** `jalan` names the implementation in use; null where none is configured. */
  penghubung: z.array(z.object({ nama: z.enum(adapterNames), jalan: z.string().nullable() })),
})
export type Health = z.output<typeof health>

/** Subjects of health alerts, with their labels. */
export const healthMatters = {
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
} as const
export type HealthMatter = keyof typeof healthMatters
export const healthMatterNames = Object.keys(healthMatters) as [HealthMatter, ...HealthMatter[]]

export const healthSteps = ['opened', 'taken', 'ended'] as const
export type HealthStep = (typeof healthSteps)[number]

/** One alert per matter and subject. `baiksejak`: the value has recovered since then; the alert ends by itself if it stays so. */
const healthAlert = z.object({
  id: rowId,
  matter: z.enum(healthMatterNames),
  /** Seller id, bank or Jabber account; empty where the matter has no subject. */
  subject: z.string(),
  message: z.string(),
  createat: moment,
  baiksejak: moment.nullable(),
  takenid: rowId.nullable(),
  takenby: z.string().nullable(),
  endedat: moment.nullable(),
  /** Oldest first; `by` is null for automatic steps. */
  langkah: z.array(z.object({ step: z.enum(healthSteps), at: moment, by: z.string().nullable(), word: z.string() })),
})
export type HealthAlert = z.output<typeof healthAlert>

/** Without a status filter: all alerts that are not ended. */
export const alertStatuses = ['terbuka', 'diambil', 'selesai'] as const
const healthAlertQuery = z.object(pageQuery(['id'], { status: filter(z.enum(alertStatuses)), matter: filter(z.enum(healthMatterNames)) }))
export type HealthAlertQuery = z.output<typeof healthAlertQuery>

const waitingAlerts = z.object({
  /** Alerts that are neither taken nor ended. */
  jml: z.int(),
  terbaru: healthAlert.pick({ id: true, matter: true, message: true }).nullable(),
})

/** Last success and last failure of each adapter in a manual test; for mail, WhatsApp and bank feeds also in normal operation. */
const adapterState = z.object({
  nama: z.enum(adapterNames),
  /** The implementation in use, as in the health figures. */
  jalan: z.string().nullable(),
  /** True when it can be tested from here. Adapters that only receive cannot. */
  bisadites: z.boolean(),
  sukses: moment.nullable(),
  gagal: z.object({ at: moment, pesan: z.string() }).nullable(),
})
export type AdapterState = z.output<typeof adapterState>

const oneAlert = z.object({ id: rowIdText })

export const healthCalls = {
  read: call('GET', '/api/admin/v1/health', {
    summary: 'How the house runs: orders, sellers that rest, callbacks, messages, jobs, bank feeds, books, and what is connected',
    access: 'admin',
    data: health,
  }),
  alerts: call('GET', '/api/admin/v1/health/alerts', {
    summary:
      'What was found wrong with the house, who takes care of it, and how it ended; those that are not ended unless `status` says otherwise',
    access: 'admin',
    query: healthAlertQuery,
    data: pageOf(healthAlert),
  }),
  waiting: call('GET', '/api/admin/v1/health/alerts/waiting', {
    summary: 'How many alerts nobody has taken, and the newest of them',
    access: 'admin',
    data: waitingAlerts,
  }),
  take: call('PATCH', '/api/admin/v1/health/alerts/{id}/take', {
    summary:
      'Take an alert and say what is being done. `dari` is who had taken it as the page shows it, so that of two at once one is told',
    access: 'admin',
    limit: { setting: 'health.takesPerMinute', seconds: 60 },
    params: oneAlert,
    body: z.object({ dari: rowId.nullable().default(null), reason: approvalReason }),
    done: 'Peringatan diambil',
    refuses: ['not_found.alert', 'alert.taken', 'alert.ended'],
  }),
  adapters: call('GET', '/api/admin/v1/adapters', {
    summary: 'What Lapak speaks with: configured, played or absent, when it last worked and what went wrong last',
    access: 'admin',
    data: z.array(adapterState),
  }),
  testAdapter: call('POST', '/api/admin/v1/adapters/{name}/test', {
    summary: 'Ask an adapter something that changes nothing there, with the keys of this house, and say what came back',
    access: 'admin',
    limit: { setting: 'health.adapterTestsPerMinute', seconds: 60 },
    params: z.object({ name: z.enum(adapterNames) }),
    data: z.object({ berhasil: z.boolean(), pesan: z.string() }),
    refuses: ['adapter.absent'],
  }),
  end: call('PATCH', '/api/admin/v1/health/alerts/{id}', {
    summary:
      'End an alert with a word. While its figure stays bad, another one opens after the hours of the setting health.alertAgainHours',
    access: 'admin',
    stepUp: true,
    params: oneAlert,
    body: z.object({ reason: approvalReason }),
    done: 'Peringatan diakhiri',
    refuses: ['not_found.alert', 'alert.ended'],
  }),
}
