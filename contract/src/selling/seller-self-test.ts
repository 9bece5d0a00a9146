import { z } from 'zod'
import { call } from '../shared/call.ts'
import { moment, plainText, rowId } from '../shared/wire.ts'

interface SelfTestSituation {
  name: string
  /** Describes the situation, and how the seller brings its server into this situation. */
  about: string
  /** Default target number. It is not assigned to a customer, and the simulators of this project produce the situation for it. */
  target: string
}

/** Situations that a self-test checks, in the order of execution. */
export const selfTestSituations = {
  success: {
    name: 'Sukses',
    about: 'Pesanan yang berhasil. Pakai nomor uji yang selalu sukses.',
    target: '081200001000',
  },
  failure: {
    name: 'Gagal',
    about: 'Pesanan yang gagal. Pakai nomor uji yang selalu gagal, misalnya nomor salah.',
    target: '081200000001',
  },
  pending: {
    name: 'Pending',
    about: 'Pesanan yang masih diproses. Pakai nomor uji yang tidak pernah selesai.',
    target: '081200000013',
  },
  late: {
    name: 'Terlambat',
    about: 'Diproses dulu, hasilnya menyusul lewat laporan atau pertanyaan status. Pakai nomor uji yang selesai beberapa detik kemudian.',
    target: '081200000002',
  },
  double: {
    name: 'Ganda',
    about: 'Referensi yang sama dikirim dua kali. Server Anda hanya boleh membeli sekali. Pakai nomor uji yang selalu sukses.',
    target: '081200002000',
  },
  contradicting: {
    name: 'Bertentangan',
    about: 'Sukses, lalu gagal untuk pesanan yang sama. Pakai nomor uji yang melaporkan keduanya.',
    target: '081200000006',
  },
  slow: {
    name: 'Lambat',
    about: 'Tidak dijawab sampai batas waktu, lalu statusnya ditanyakan. Pakai nomor uji yang menahan jawaban.',
    target: '081200000004',
  },
  garbage: {
    name: 'Jawaban rusak',
    about: 'Jawaban yang tidak dapat dibaca, lalu statusnya ditanyakan. Pakai nomor uji yang menjawab kacau.',
    target: '081200000007',
  },
  'status-after-success': {
    name: 'Status sesudah sukses',
    about: 'Status pesanan yang sudah sukses ditanyakan lagi. SN-nya harus sama. Pakai nomor uji yang selalu sukses.',
    target: '081200003000',
  },
  'status-unknown': {
    name: 'Status tidak dikenal',
    about: 'Status sebuah referensi yang tidak pernah dipesan. Tidak perlu nomor khusus.',
    target: '081200004000',
  },
} as const satisfies Record<string, SelfTestSituation>

export type SelfTestSituationName = keyof typeof selfTestSituations
export const selfTestSituationNames = Object.keys(selfTestSituations) as SelfTestSituationName[]

/** Default product code of the self-test. No real product has it, so that a server without preparation does not sell anything. */
export const selfTestProduct = 'UJI'

/** Results of one situation. `untestable`: the server could not be brought into the situation. */
export const selfTestVerdicts = ['passed', 'attention', 'failed', 'untestable'] as const
export type SelfTestVerdict = (typeof selfTestVerdicts)[number]

/** Where a message of the server came from: the answer to the order, the answer to a status check, or a report. */
export const selfTestSources = ['order', 'status', 'report'] as const

/** One message of the seller's server, how it was interpreted, and what a real order would do next. */
const step = z.object({
  cara: z.enum(selfTestSources),
  at: moment,
  /**
   * Request and answer. Secrets are masked in the request and the answer; so is text that the seller typed, because it may contain guesses at
   * secrets. A report has no request.
   */
  permintaan: z.string(),
  jawaban: z.string(),
  dipahami: z.string(),
  serialnumber: z.string().nullable(),
  akibat: z.string(),
  lamams: z.int().nullable(),
})

const situation = z.object({
  situasi: z.enum(selfTestSituationNames),
  kodeproduk: z.string(),
  tujuan: z.string(),
  reffid: z.string(),
  /** Null before this situation starts. */
  mulai: moment.nullable(),
  hasil: z.enum(selfTestVerdicts).nullable(),
  saran: z.string(),
  langkah: z.array(step),
})
export type SelfTestRunSituation = z.output<typeof situation>

const run = z.object({
  id: rowId,
  mulai: moment,
  /** Null while the self-test runs. */
  selesai: moment.nullable(),
  situasi: z.array(situation),
})

export const selfTest = z.object({
  /** Prefix of the references of all orders that the self-test sends. References of real orders never begin with this prefix. */
  awalan: z.string(),
  /** The most recent run; null before the first run. */
  uji: run.nullable(),
})

const asked = z.object({
  situasi: z.enum(selfTestSituationNames),
  kodeproduk: plainText(60).min(1, 'Please fill'),
  tujuan: plainText(100).min(1, 'Please fill'),
})

export const selfTestCalls = {
  read: call('GET', '/api/v1/seller/selftest', {
    summary: "Read the last self-test of the seller's server, also while it runs",
    access: 'member',
    // It shows requests and answers word by word.
    secondFactor: 'adminsAndSellers',
    data: selfTest,
  }),
  start: call('POST', '/api/v1/seller/selftest', {
    summary:
      'Start a self-test of the saved server with ten test orders; it runs in the background, one at a time, and its answers are read by GET',
    // Members who apply to become sellers may run it, too, once their server is saved and tested.
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    limit: { setting: 'sellerSelfTest.runsPerHour', seconds: 3600 },
    body: z.object({
      /** A situation that is not in this list uses the default product and target. */
      situasi: z
        .array(asked)
        .max(selfTestSituationNames.length)
        .refine((all) => new Set(all.map(({ situasi }) => situasi)).size === all.length, 'Satu situasi hanya sekali')
        .default([]),
    }),
    data: selfTest,
    done: 'Uji server dimulai',
    refuses: ['supplier.not_tested', 'supplier.self_test_running', 'supplier.self_test_sold'],
  }),
}
