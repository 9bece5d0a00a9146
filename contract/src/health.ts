import { z } from 'zod'
import { bankCode } from './banks.ts'
import { call } from './call.ts'
import { moment, rowId } from './wire.ts'

/** Of sellers that rest: more at once are one trouble, and counted. */
export const restingShown = 20

/** How much waits and since when; `baik` says whether that is within what the settings allow. */
const queue = z.object({ jml: z.int(), tertua: moment.nullable(), baik: z.boolean() })
export type HealthQueue = z.output<typeof queue>

/** What Lapak speaks with. Nothing here lets anybody in. */
export const adapterNames = ['mail', 'whatsapp', 'gateway', 'disbursement', 'bankfeed', 'nameinquiry'] as const
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
  /** The last proof of the books; null before the first one. */
  pembukuan: z.object({ at: moment, langgar: z.int(), baik: z.boolean() }).nullable(),
  /** `jalan` is null where nothing is configured, else what plays this part. */
  penghubung: z.array(z.object({ nama: z.enum(adapterNames), jalan: z.string().nullable() })),
})
export type Health = z.output<typeof health>

export const healthCalls = {
  read: call('GET', '/api/admin/v1/health', {
    summary: 'How the house runs: orders, sellers that rest, callbacks, messages, jobs, bank feeds, books, and what is connected',
    access: 'admin',
    data: health,
  }),
}
