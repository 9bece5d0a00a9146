import { z } from 'zod'
import { call } from './call.ts'
import { routingOrders } from './purchases.ts'
import { filter, flag, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from './wire.ts'

/** The API settings of buyers (`usertrx`) and of sellers (their own server). */
export const apiKey = z.object({
  id: rowId,
  name: z.string(),
  /** The first characters; the whole key is shown once, when it is made. */
  hint: z.string(),
  test: z.boolean(),
  ip: z.string(),
  createat: moment,
  usedat: moment.nullable(),
  /** The last address that this key's list refused, offered for adding. */
  refusedip: z.string().nullable(),
})

const keyName = plainText(60).min(1, 'Nama wajib diisi')
const addressList = plainText(1000).regex(/^[0-9a-fA-F.:/,\s]*$/, 'Isi alamat IP, dipisah koma')

export const usertrx = z.object({
  ip: z.string(),
  callback: z.string(),
  apikey: z.string(),
  keys: z.array(apiKey),
  /** Minutes within which the same product and target is refused as a probable double; 0 is off. */
  doubleguard: z.int(),
  routing: z.enum(routingOrders),
  /** A warning is sent when the balance falls below; null is off. */
  lowbalance: rupiah.nullable(),
  /** Price changes of the products in the list are sent to the callback address. */
  pricenews: flag,
})

/** A new key with its secret, shown once. */
export const newKey = z.object({ id: rowId, apikey: z.string(), secret: z.string() })

export const sellerApi = z.object({
  userid: z.string(),
  username: z.string(),
  apiurl: z.string(),
  jenisapi: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Secrets are never sent back; these say whether they are set. */
  pinset: z.boolean(),
  passwordset: z.boolean(),
  templates: z.record(z.string(), z.string()),
  patterns: z.record(z.string(), z.string()),
  timeoutms: z.int(),
  maxinflight: z.int(),
  reportaddresses: z.string(),
  /** Where the seller's server reports final states; the path is the seller's own secret. */
  reporturl: z.string(),
  tested: z.boolean(),
})

const templateNames = ['order', 'status', 'balance', 'inquiry', 'payment'] as const
const patternNames = ['success', 'failed', 'pending', 'notFound', 'refused', 'reference', 'serialNumber', 'balance'] as const

/** `jenisapi`; type 3 is "Standar HTTP GET". */
export const supplierTypes = { 1: 'IRS', 2: 'OTOMAX', 3: 'Standar HTTP GET' } as const

export const sellerApiAsk = z.object({
  userid: plainText(60).default('PA0001'),
  pin: plainText(60).optional(),
  username: plainText(100).default(''),
  password: plainText(100).optional(),
  apiurl: z.url({ protocol: /^https?$/, error: 'API URL tidak valid' }).max(300),
  jenisapi: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  templates: z.partialRecord(z.enum(templateNames), plainText(500)).default({}),
  patterns: z.partialRecord(z.enum(patternNames), plainText(300)).default({}),
  timeoutms: z.int().min(1000).max(120_000).default(30_000),
  maxinflight: z.int().min(1).max(500).default(20),
  reportaddresses: addressList.default(''),
})

const id = z.object({ id: rowIdText })

/** The transaction PIN of members who have one: what lets software order is not given away by an open page alone. */
const pin = z.string().max(20).nullish()
const pinRefusals = ['purchase.pin_needed', 'purchase.pin_wrong', 'access.too_many'] as const

const deliveryStates = ['waiting', 'delivered', 'given_up'] as const

export const callbackAttempt = z.object({ at: moment, status: z.int().nullable(), answer: z.string(), tookms: z.int() })

export const callbackRow = z.object({
  id: rowId,
  event: z.string(),
  url: z.string(),
  /** Of the purchase, or null. */
  reffclient: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  createat: moment,
  nextat: moment.nullable(),
  /** The newest answer's status; null before any, and when none came. */
  status: z.int().nullable(),
})

/** What was sent and what came back. */
export const callbackTest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Null when no answer came; then `answer` says why. */
  status: z.int().nullable(),
  answer: z.string(),
  tookms: z.int(),
  ok: z.boolean(),
})

export const apiSettingsCalls = {
  read: call('GET', '/api/v1/user/api', { summary: "The buyer's API settings", access: 'member', data: usertrx }),
  change: call('PATCH', '/api/v1/user/api', {
    summary: 'Change address list, callback address and ordering options',
    access: 'member',
    body: z.object({
      ip: addressList.optional(),
      callback: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' }).max(300)]).optional(),
      doubleguard: z.int().min(0).max(1440).optional(),
      routing: z.enum(routingOrders).optional(),
      pin,
      lowbalance: z.int().min(0).max(1_000_000_000).transform(BigInt).nullish(),
      pricenews: flag.optional(),
    }),
    data: usertrx,
    done: 'Update API Ok!',
    refuses: ['callback.address_refused', 'rate.too_many', ...pinRefusals],
  }),
  addKey: call('POST', '/api/v1/user/api/keys', {
    summary: 'Make a further key, live or test',
    access: 'member',
    body: z.object({ name: keyName, test: z.boolean().default(false), ip: addressList.default(''), pin }),
    data: newKey,
    done: 'API key dibuat',
    refuses: ['rate.too_many', ...pinRefusals],
  }),
  changeKey: call('PATCH', '/api/v1/user/api/keys/{id}', {
    summary: 'Rename a key or change its own address list; the member is told by e-mail of another list',
    access: 'member',
    params: id,
    body: z.object({ name: keyName.optional(), ip: addressList.optional(), pin }),
    data: usertrx,
    done: 'API key diubah',
    refuses: ['not_found.key', 'rate.too_many', ...pinRefusals],
  }),
  newCallbackSecret: call('POST', '/api/v1/user/api/callbacksecret', {
    summary: 'Replace the secret that signs callbacks; shown once',
    access: 'member',
    data: z.object({ secret: z.string() }),
    done: 'Secret callback diganti',
    refuses: ['rate.too_many'],
  }),
  removeKey: call('DELETE', '/api/v1/user/api/keys/{id}', {
    summary: 'Revoke a key at once',
    access: 'member',
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.key'],
  }),
  resetKey: call('PATCH', '/api/v1/user/resetapikey', {
    summary: 'Replace the first key and its secret at once; both are mailed',
    access: 'member',
    data: usertrx,
    done: 'API key dan secret baru dikirim ke e-mail Anda',
    refuses: ['rate.too_many'],
  }),
  testCallback: call('POST', '/api/v1/user/api/callbacktest', {
    summary: 'Send a signed test callback now and show request and answer',
    access: 'member',
    data: callbackTest,
    done: 'Callback uji dikirim',
    refuses: ['callback.none', 'rate.too_many'],
  }),
  deliveries: call('GET', '/api/v1/user/api/callbacks', {
    summary: 'The log of callbacks, newest first',
    access: 'member',
    query: z.object(
      pageQuery(['id'], {
        search: filter(plainText(100)),
        state: filter(z.enum(deliveryStates)),
      }),
    ),
    data: pageOf(callbackRow),
  }),
  delivery: call('GET', '/api/v1/user/api/callbacks/{id}', {
    summary: 'One callback with its body and every attempt',
    access: 'member',
    params: id,
    data: callbackRow.extend({ body: z.string(), attempts: z.array(callbackAttempt) }),
    refuses: ['not_found.delivery'],
  }),
  redeliver: call('POST', '/api/v1/user/api/callbacks/{id}/redeliver', {
    summary: 'Send a callback again, word for word',
    access: 'member',
    params: id,
    done: 'Callback dikirim ulang',
    refuses: ['not_found.delivery', 'rate.too_many'],
  }),
  readSeller: call('GET', '/api/v1/seller/api', { summary: "How the seller's server is reached", access: 'member', data: sellerApi }),
  changeSeller: call('PATCH', '/api/v1/seller/api', {
    summary: "Save how the seller's server is reached; a missing pin or password keeps the old one while the server stays the same",
    // Members in registration test and save their server before they are sellers (S-OPEN-04).
    access: 'member',
    body: sellerApiAsk,
    data: sellerApi,
    done: 'Update API Ok!',
    refuses: ['supplier.address_refused', 'supplier.pattern_invalid', 'rate.too_many'],
  }),
  testSeller: call('POST', '/api/v1/seller/apitest', {
    summary: "Ask the seller's server for its balance with these settings",
    access: 'member',
    body: sellerApiAsk,
    data: z.object({ ok: z.boolean(), message: z.string(), answer: z.string(), balance: rupiah.nullable() }),
    refuses: ['supplier.address_refused', 'supplier.pattern_invalid', 'rate.too_many'],
  }),
  shopState: call('GET', '/api/v1/seller/tokostatus', {
    summary: 'Whether the shop is open',
    access: 'seller',
    data: z.object({ statustoko: flag }),
  }),
  setShopState: call('PATCH', '/api/v1/seller/tokostatus/{status}', {
    summary: 'Open or close the shop',
    access: 'seller',
    params: z.object({ status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: z.object({ statustoko: flag }),
    done: 'Status toko diperbarui',
  }),
}
