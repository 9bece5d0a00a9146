import { z } from 'zod'
import { call } from '../shared/call.ts'
import { addressListText, boundedText, flag, moment, plainText, rupiah } from '../shared/wire.ts'

/** Protocols of sellers' servers by `jenisapi`; 3 is "Standar HTTP GET". The table `seller_api` uses the same numbers. */
export const supplierKinds = { 1: 'irs', 2: 'otomax', 3: 'http-get' } as const
/** Protocols with a price list; OtomaX has none. */
export const typesWithPriceList: readonly SupplierType[] = [1, 3]
export type SupplierType = keyof typeof supplierKinds
export type SupplierKind = (typeof supplierKinds)[SupplierType]
const supplierTypes = Object.keys(supplierKinds).map(Number) as SupplierType[]
const jenisapi = z.union(supplierTypes.map((type) => z.literal(type)))

/** Connection settings of a seller's server, and whether its shop is open. */
export const sellerApi = z.object({
  userid: z.string(),
  username: z.string(),
  apiurl: z.string(),
  jenisapi,
  /** Secrets are never returned; these fields show whether they are set. */
  pinset: z.boolean(),
  passwordset: z.boolean(),
  templates: z.record(z.string(), z.string()),
  patterns: z.record(z.string(), z.string()),
  timeoutms: z.int(),
  maxinflight: z.int(),
  reportaddresses: z.string(),
  /**
   * URL to which the seller's server reports final states. Its path is a secret of the seller: without recent step-up authentication, only the
   * beginning of the URL is returned.
   */
  reporturl: z.string(),
  tested: z.boolean(),
  /**
   * IP addresses from which our requests are sent, for sellers' servers with an allow-list; empty if the operator of Lapak has not configured them.
   */
  outgoingaddresses: z.array(z.string()),
})

/** Requests for which a seller may set its own URLs instead of those of the protocol. */
export const templateNames = ['order', 'status', 'balance', 'inquiry', 'payment'] as const
/** Values in a text answer for which a seller may set its own patterns. */
export const patternNames = ['success', 'failed', 'pending', 'notFound', 'refused', 'reference', 'serialNumber', 'balance'] as const

const patternTexts = z.partialRecord(z.enum(patternNames), plainText(300)).default({})

export const sellerApiAsk = z.object({
  userid: plainText(60).default('PA0001'),
  pin: plainText(60).optional(),
  username: plainText(100).default(''),
  password: plainText(100).optional(),
  apiurl: boundedText(300).url({ protocol: /^https?$/, error: 'API URL tidak valid' }),
  jenisapi,
  templates: z.partialRecord(z.enum(templateNames), plainText(500)).default({}),
  patterns: patternTexts,
  timeoutms: z.int().min(1000).max(120_000).default(30_000),
  maxinflight: z.int().min(1).max(500).default(20),
  reportaddresses: addressListText.default(''),
})

/** Maximum bytes of the settings of a seller's server. Most of it is for the seller's own patterns and URLs. */
const sellerApiBytes = 32 * 1024

/** A test request to a seller's server, its answer, and how the answer was interpreted. Secrets are masked in the request and in the answer. */
export const testAnswer = z.object({
  ok: z.boolean(),
  state: z.enum(['known', 'failed', 'unknown']),
  message: z.string(),
  /** Empty if no request was sent. */
  request: z.string(),
  answer: z.string(),
  balance: rupiah.nullable(),
  tookms: z.int(),
})

/** Kinds of texts from a seller's server: answers to our requests, and reports. */
export const answerKinds = ['order', 'status', 'balance', 'inquiry', 'report'] as const
export type AnswerKind = (typeof answerKinds)[number]

export const tryoutMax = 8_192

const measured = z.object({ successrate: z.number().nullable(), mediandetik: z.number().nullable() })

/** Maximum number of recent connection errors in the answer. */
export const connectionErrorsMax = 20

/** State of the connection to a seller's server. */
export const connectionState = z.object({
  /** Quality measured over the last day and the last week, updated every ten minutes; null without attempts. */
  sehari: measured,
  seminggu: measured,
  /** Number of current attempts: those being sent, those that the server has accepted, and those with unknown state. */
  dikirim: z.int(),
  menunggu: z.int(),
  tidakdiketahui: z.int(),
  /** When and until when the server is suspended because too many consecutive requests were not answered; null if it is not suspended. */
  istirahat: z.object({ sejak: moment.nullable(), sampai: moment, gagal: z.int() }).nullable(),
  suksesterakhir: moment.nullable(),
  /** Recent errors: answers that could not be interpreted, and requests or answers that failed in the network. */
  kesalahan: z.array(z.object({ at: moment, jenis: z.string(), terkirim: flag, permintaan: z.string(), jawaban: z.string() })),
})

export const sellerApiCalls = {
  read: call('GET', '/api/v1/seller/api', {
    summary: "Read the settings of the seller's server",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    data: sellerApi,
  }),
  change: call('PATCH', '/api/v1/seller/api', {
    summary: "Save the settings of the seller's server; a missing PIN or password keeps the saved one while the server stays the same",
    // Members who apply to become sellers test and save their server before they are sellers (S-OPEN-04).
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: sellerApiAsk,
    bodyBytes: sellerApiBytes,
    data: sellerApi,
    done: 'Update API Ok!',
    // Saving also sends a request to the seller's server.
    limit: { setting: 'sellerApi.savesPerMinute', seconds: 60, per: 'session' },
    refuses: ['supplier.not_yet', 'supplier.address_refused', 'supplier.pattern_invalid', 'supplier.account_taken', 'rate.too_many'],
  }),
  stop: call('DELETE', '/api/v1/seller/api', {
    summary: 'Stop orders to the saved server until it is saved and tested again; status requests for sent orders continue',
    // Requires neither step-up authentication nor a second factor, because stopping a server is urgent. So it answers nothing of what is saved.
    access: 'member',
    done: 'Server tidak dipakai lagi',
    limit: { setting: 'sellerApi.savesPerMinute', seconds: 60, per: 'session' },
    refuses: ['supplier.not_tested'],
  }),
  test: call('POST', '/api/v1/seller/apitest', {
    summary: "Test these settings by asking the seller's server for its balance; the saved PIN or password requires step-up authentication",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: sellerApiAsk,
    bodyBytes: sellerApiBytes,
    data: testAnswer,
    limit: { setting: 'sellerApi.testsPerMinute', seconds: 60, per: 'session' },
    refuses: [
      'supplier.not_yet',
      'supplier.address_refused',
      'supplier.pattern_invalid',
      'supplier.account_taken',
      'access.proof_needed',
      'rate.too_many',
    ],
  }),
  state: call('GET', '/api/v1/seller/api/state', {
    summary: "Read the state of the connection to the seller's server",
    access: 'member',
    // It shows requests and answers word by word.
    secondFactor: 'adminsAndSellers',
    data: connectionState,
    limit: { setting: 'sellerApi.statesPerMinute', seconds: 60, per: 'session' },
  }),
  tryAgain: call('POST', '/api/v1/seller/api/state/tryagain', {
    summary: 'Ask the saved server for its balance; if it answers, its suspension ends',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    data: z.object({ ok: z.boolean(), message: z.string() }),
    limit: { setting: 'sellerApi.testsPerMinute', seconds: 60, per: 'session' },
    refuses: ['supplier.not_tested', 'supplier.account_taken', 'rate.too_many'],
  }),
  tryOut: call('POST', '/api/v1/seller/api/tryout', {
    summary: "Test answer patterns on an answer of the seller's server; nothing is sent or saved",
    access: 'member',
    body: z.object({
      jenisapi,
      patterns: patternTexts,
      answers: z.enum(answerKinds),
      answer: boundedText(tryoutMax, 'Maksimal 8 kB').min(1, 'Please fill'),
      /** Reference of the order that the text is about, if the seller knows it. */
      reference: plainText(100).default(''),
      target: plainText(100).default(''),
    }),
    bodyBytes: 6 * tryoutMax,
    data: z.object({
      state: z.enum(['success', 'failed', 'pending', 'refused', 'not-found', 'unknown', 'known', 'found']),
      message: z.string(),
      serialnumber: z.string().nullable(),
      supplierreference: z.string().nullable(),
      /** For a bill: the amount including the biller's admin fee. */
      price: rupiah.nullable(),
      balance: rupiah.nullable(),
      customername: z.string().nullable(),
    }),
    limit: { setting: 'sellerApi.tryoutsPerMinute', seconds: 60 },
    refuses: ['supplier.not_yet', 'supplier.pattern_invalid'],
  }),
  newReportAddress: call('POST', '/api/v1/seller/api/reportaddress', {
    summary:
      "Replace the address that the seller's server reports to; the old one stops working immediately, and the member gets an e-mail",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    data: sellerApi,
    done: 'Alamat laporan diganti, pasang yang baru di server Anda',
    limit: { setting: 'sellerApi.reportAddressesPerHour', seconds: 3600, per: 'session' },
    refuses: ['supplier.not_tested'],
  }),
}
