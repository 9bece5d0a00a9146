import { z } from 'zod'
import { jabberBotStates } from '../partners/jabber.ts'
import { bankCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Of sellers that rest: more at once are one trouble, and counted. */
export const suspendedShown = 20

/** How much waits and since when; `baik` says whether that is within what the settings allow. */
const queue = z.object({ jml: z.int(), tertua: moment.nullable(), baik: z.boolean() })
export type HealthQueue = z.output<typeof queue>

/** What Lapak speaks with. Nothing here lets anybody in. */
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
  /** Orders at sellers' servers that have not ended, and of them those whose end is unknown. */
  pesanan: queue.extend({ tidakdiketahui: z.int() }),
  /** What about purchases waits for a person. */
  peringatan: z.object({ jml: z.int(), baik: z.boolean() }),
  /** Sellers that get no orders for a while, since their servers were not reached. */
  suplier: z.object({
    jml: z.int(),
    istirahat: z.array(z.object({ sellerid: rowId, sellername: z.string(), sejak: moment.nullable(), sampai: moment, gagal: z.int() })),
  }),
  /** Callbacks that are due and not delivered. */
  callback: queue,
  /** Letters and codes that no carrier has taken yet, and those of the last day that none took. */
  pesan: queue.extend({ gagal: z.int() }),
  /** Work that is due and nobody does, and work that failed for good. */
  tugas: queue.extend({ gagal: z.int() }),
  /** When a feed told of a bank last; null when it did not for days. */
  bank: z.array(z.object({ bankcode: bankCode, terakhir: moment.nullable(), baik: z.boolean() })),
  /**
   * The house's accounts for ordering by Jabber. `terputus`: refused, or not connected for too long. `celah` is when the server's archive was found
   * not to be whole, if that is not long ago, and `tanpaarsip` where it keeps none; `baik` is none of these.
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
  /** The last proof of the books; null before the first one. */
  pembukuan: z.object({ at: moment, langgar: z.int(), baik: z.boolean() }).nullable(),
  /** Of the disk with pictures, and with the database where it came along, in megabytes; null where there is no such folder. */
  disk: z.object({ bebas: z.int(), total: z.int(), baik: z.boolean() }).nullable(),
  /** `jalan` is null where nothing is configured, else what plays this part. */
  penghubung: z.array(z.object({ nama: z.enum(adapterNames), jalan: z.string().nullable() })),
})
export type Health = z.output<typeof health>

/** What an alert can be about, as people call it. */
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

/** One per matter and trouble. `baiksejak`: the figure is well, and the alert ends by itself when it stays so. */
const healthAlert = z.object({
  id: rowId,
  matter: z.enum(healthMatterNames),
  /** The seller's number, the bank or the Jabber account; empty where there is one of the kind. */
  subject: z.string(),
  message: z.string(),
  createat: moment,
  baiksejak: moment.nullable(),
  takenid: rowId.nullable(),
  takenby: z.string().nullable(),
  endedat: moment.nullable(),
  /** The oldest first; `by` is null where it happened by itself. */
  langkah: z.array(z.object({ step: z.enum(healthSteps), at: moment, by: z.string().nullable(), word: z.string() })),
})
export type HealthAlert = z.output<typeof healthAlert>

/** Without a status those that are not ended. */
export const alertStatuses = ['terbuka', 'diambil', 'selesai'] as const
const healthAlertQuery = z.object(pageQuery(['id'], { status: filter(z.enum(alertStatuses)), matter: filter(z.enum(healthMatterNames)) }))
export type HealthAlertQuery = z.output<typeof healthAlertQuery>

const waitingAlerts = z.object({
  /** Of those that are not ended, all that nobody has taken. */
  jml: z.int(),
  terbaru: healthAlert.pick({ id: true, matter: true, message: true }).nullable(),
})

/** Of each adapter when it last worked and when not, when somebody tried it; of mail, WhatsApp and the feed of banks at whatever they carried as well. */
const adapterState = z.object({
  nama: z.enum(adapterNames),
  /** As in the figures. */
  jalan: z.string().nullable(),
  /** Whether it can be tried from here: who tells us something is not asked. */
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
