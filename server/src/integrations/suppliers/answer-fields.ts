/** The fields of an answer in JSON, in XML or in the status line of OtomaX, and the meaning of their codes. */
import { causeOf } from '#integrations/suppliers/cause.ts'
import { textMax } from '#integrations/suppliers/compile-patterns.ts'
import {
  isRunningCode,
  type MeaningOfCode,
  meaningDespiteGoods,
  meaningOfCode,
  meaningOfOtomaxState,
} from '#integrations/suppliers/result-codes.ts'
import { clip, oneLine, spelledOut } from '#integrations/suppliers/text.ts'
import { looksLikeXml, xmlFields } from '#integrations/suppliers/xml-fields.ts'

/** Names in lower case, all values as text. */
export type Fields = ReadonlyMap<string, string>

/**
 * The meaning of an answer according to its codes, without its text. `accepted`: the server accepted the request, and the text decides the state.
 * `perhaps-failed`: a code that counts as failure only if the text confirms it.
 */
export type Verdict = 'success' | 'failed' | 'pending' | 'accepted' | 'refused' | 'perhaps-failed' | null

/** Splits lines of field names into a list. If an answer contains several names of a list, the value of the first one is used. */
const named = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))

/**
 * Names under which servers repeat our reference, in answers and in reports. `clientid` comes first: in answers that contain it, the other fields may
 * contain the server's own number.
 */
export const referenceNames: readonly string[] = named(
  'clientid client_id refid reffid ref_id reff_id reffclient refclient reff_client ref_client idtrx id_trx request_id',
  'requestid reqid req_id reftrxid ref_trxid reference_id referenceid client_ref clientref client_trxid client_trx_id',
  'trxid_api trx_id_api partner_ref partner_reff partnerref partner_trxid partner_trx_id api_trxid api_trx_id customidentifier',
  'custom_identifier custom_ref external_id externalid merchant_ref merchant_trxid buyer_ref reffno reff_no refno ref_no',
)

/**
 * Names under which some systems repeat our reference and others send their own number. If such a field contains our reference, the answer is about
 * our order. If it contains another value and no other field contains a reference, it is unknown which order the answer is about.
 */
export const perhapsReferenceNames: readonly string[] = named(
  'trxid trx_id reff ref reference reference_number referencenumber order_id orderid transaction_id transactionid invoice',
  'invoice_id no_invoice id_transaksi idtransaksi merchant_order_id merchantorderid merchanttransactionid merchant_transaction_id merchant_trx_id',
  'unique_id uniqueid unique_code uniquecode unique_ref merchant_ref_id merchantrefid merchant_reference merchantreference partner_order_id',
  'partnerorderid client_order_id clientorderid order_ref orderref order_reference trx_ref trxref trx_code invoice_number invoice_no ref1',
)

/** Systems compose such names from many parts, so the list above cannot be complete. */
const compoundReference =
  /^(?:(?:client|partner|merchant|external|ext|custom|buyer|agent|agen|reseller|member|h2h|api|your|our|my|user)_?(?:ref{1,2}|reference|trx|order|transaction|invoice|request)|unique)_?(?:id|no|number|num|code|ref)?$/

export const perhapsReferencesOf = (fields: Fields): string[] =>
  [...fields].flatMap(([name, value]) =>
    value !== '' && (perhapsReferences.has(name) || (compoundReference.test(name) && !certainReferences.has(name))) ? [value] : [],
  )

export const messageNames: readonly string[] = named(
  'msg message msgs pesan keterangan text note response_message responsemessage error_msg ket',
)
export const targetNames: readonly string[] = named(
  'tujuan msisdn dest destination customer_no customerno no_tujuan idpel customer_id customer_number hp no_hp nohp nomor',
  'nomor_tujuan phone phone_number target data_no id_pelanggan no_pelanggan nomor_pelanggan',
)
export const serialNumberNames: readonly string[] = named(
  'sn serialnumber serial_number serial serial_no serialno no_seri noseri nomor_seri sn_ref snref voucher_code',
  'vouchercode kode_voucher kodevoucher sn_voucher token_pln no_token nomor_token stroom vsn voucher_pin pin_voucher redeem_code',
  'redeemcode kode_redeem serial_key serialkey license_key sn_no nosn no_sn serials serial_numbers serialnumbers sns voucher_codes vouchercodes',
)

/** Names that are also used for secrets of accounts and for codes of products and answers, so a value is used only if it has the form of a code. */
const perhapsSerialNumberNames = named('voucher vouchers vcr pin pins kode_pin pin_code pincode card_pin cardpin codes')

const codeNames = [...serialNumberNames, ...perhapsSerialNumberNames]

const certainReferences = new Set(referenceNames)
const perhapsReferences = new Set(perhapsReferenceNames)
const mayBeWrapped = new Set([...referenceNames, ...perhapsReferenceNames, ...serialNumberNames, ...perhapsSerialNumberNames])

/** Names of fields that contain the state of the order as text. */
export const stateNames: readonly string[] = named(
  'status state trx_status trxstatus status_trx statustrx transaction_status transactionstatus status_transaksi',
  'order_status orderstatus status_order status_text statustext status_desc status_name sts stts',
)

/** Error texts that do not show a refusal: technical problems, and texts about an order that may have been accepted (`perhapsTaken`). */
const uncertain = /time ?-? ?out|internal|exception|error|coba (?:lagi|beberapa)|sibuk|busy/i
const perhapsTaken =
  /tunggu|antri|\b(?:belum|blm)\b(?! (?:terdaftar|aktif|verif|cukup))|(?<!\b(?:tidak|tdk|tak|belum|blm|bukan) )(?:terdaftar|tercatat)|diteruskan|mengambil|kerjakan|proses|process|pending|waiting|suspe[ck]|progress|pernah|dupli[ck]|double|dobel|ganda|already|\bused\b|(?:sudah|sdh|telah) (?:ada|masuk|terpakai|di(?:gunakan|pakai|kirim|terima))/i
const notTaken = /\b(?:tidak|tdk|gagal) (?:dapat |bisa |akan )?(?:di)?proses\b/gi

/** The meaning of `success` in a JSON answer, the same in every protocol. */
export function successVerdict(fields: Fields): Verdict {
  const success = fields.get('success') ?? fields.get('result')
  if (success === 'true' || success === '1') return 'accepted'
  if (success !== 'false' && success !== '0') return null
  const message = oneLine(messageOf(fields))
  return message === '' || uncertain.test(message) || perhapsTaken.test(message.replace(notTaken, '')) ? null : 'refused'
}

/** Null if the answer is neither JSON nor XML. */
export function fieldsOf(body: string, reference: string | null = null): Fields | null {
  return jsonFields(body, reference) ?? xmlFields(body)
}

/** True for JSON or XML that was cut off or is a list: keywords inside such an answer must not decide anything. */
export const isBroken = (body: string): boolean => looksLikeJson(body) || looksLikeXml(body)

/**
 * Null if the text is not a JSON object. Fields of an inner object are read as fields of the answer itself. If the inner value is a list, the item
 * that contains `reference` is read.
 */
export function jsonFields(body: string, reference: string | null = null): Fields | null {
  const value = one(jsonOf(body), reference)
  if (value === null) return null
  const fields = new Map<string, string>()
  const states: string[] = []
  addFields(fields, value)
  // Panels send `"status":true` for the request, and `"status":"Gagal"` for the order inside it.
  if (typeof value.status === 'boolean' && !fields.has('success') && !fields.has('result') && (value.status || isOfRequest(value, fields)))
    fields.set('success', String(value.status))
  // The state of the request is not the state of the order inside it: `{"status":"success","data":{…}}`.
  let outer = value
  for (let left = depthMax; ; left--) {
    const inner = left > 0 ? innerOf(outer, reference) : null
    const before = states.length
    addStates(states, outer, inner !== null && !namesOrder(outer))
    if (inner === null && fields.has(envelope)) fields.set(envelope, states.length > before ? withState : 'true')
    if (inner === null) break
    fields.set(envelope, 'true')
    if (messageNames.some((name) => inner[name])) for (const name of [...messageNames, messageAround]) fields.delete(name)
    else if (messageOf(fields) !== '' && !namesOrder(outer)) fields.set(messageAround, 'true')
    addFields(fields, inner)
    outer = inner
  }
  for (const name of stateNames) if (isWord(fields.get(name))) fields.delete(name)
  if (states.length > 0) fields.set('status', states.join('. '))
  return fields
}

/** `"status":false` next to the order's reference may mean that the order is not finished yet, unless the message gives a reason for a failure. */
const isOfRequest = (record: Record<string, unknown>, fields: Fields): boolean =>
  !namesOrder(record) || /^(?:goods|call)$/.test(causeOf(spelledOut(oneLine(messageOf(fields))), 0))

const depthMax = 3

/** The name of an internal field: set if an object inside the answer describes the order. No server's field has this name. */
const envelope = '{}'
const withState = 'its own state'
/** The name of an internal field: set if the message is outside the inner object, and the inner object has no message. */
const messageAround = '{*}'

/**
 * True if the inner object contains the order's state, and the message outside it is only general ('Success', 'Transaction detail'): such a message
 * is about the request.
 */
export const isMessageOfRequest = (fields: Fields, isBare: boolean): boolean =>
  fields.get(envelope) === withState && fields.has(messageAround) && (isBare || found.test(messageOf(fields)))

const found = /^(?:(?:data|details?|transaksi|transaction|order|status|ditemukan|found|info|oke?)\b[ .!]{0,3}){1,4}$/i

/** True if the state is given outside the order's object, or only by a field such as `success`: it may be the state of the request. */
export const isStateOfRequest = (fields: Fields): boolean =>
  fields.has(envelope) ? fields.get(envelope) !== withState : !isWord(fields.get('status')) && isDenied(fields)

const isDenied = (fields: Fields): boolean =>
  /^(?:false|0)$/.test(fields.get('success') ?? fields.get('result') ?? '') || /^(?:true|1)$/.test(fields.get('error') ?? '')

/** True if an inner object describes the order but does not contain its state. Text outside that object is about the request. */
export const isStateless = (fields: Fields): boolean => fields.has(envelope) && !isWord(fields.get('status'))

const innerNames = [
  'data',
  'detail',
  'transaction',
  'transaksi',
  'trx',
  'order',
  'result',
  'response',
  'payload',
  'results',
  'transactions',
  'message',
  'msg',
] as const

const innerNameSet = new Set<string>(innerNames)

function innerOf(record: Record<string, unknown>, reference: string | null): Record<string, unknown> | null {
  for (const name of innerNames) {
    const inner = one(record[name], reference)
    if (inner !== null) return inner
  }
  return null
}

/**
 * Returns the object itself, the only item of a list, or the item of a list that contains this reference; null if there is no such item, or more than
 * one.
 */
function one(value: unknown, reference: string | null): Record<string, unknown> | null {
  if (!Array.isArray(value)) return isRecord(value) ? lowered(value) : null
  const records = value.slice(0, listMax).flatMap((item) => (isRecord(item) ? [lowered(item)] : []))
  const ours = value.length === 1 ? records : records.filter((item) => reference !== null && holds(item, reference))
  return ours.length === 1 ? (ours[0] ?? null) : null
}

const listMax = 100
const fieldsMax = 100

const lowered = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .slice(0, fieldsMax)
      .map(([name, value]) => [name.toLowerCase(), innerNameSet.has(name.toLowerCase()) ? unquoted(value) : value]),
  )

/** An object that was written as a text: `"message":"{\"ref_id\":\"MKT-1001\",\"status\":\"Gagal\"}"`. */
function unquoted(value: unknown): unknown {
  return typeof value === 'string' && looksLikeJson(value) ? (jsonOf(value) ?? value) : value
}

const holds = (item: Record<string, unknown>, reference: string): boolean =>
  [...referenceNames, ...perhapsReferenceNames].some((name) => String(item[name]).toLowerCase() === reference.toLowerCase())

const namesOrder = (record: Record<string, unknown>): boolean =>
  [...referenceNames, ...targetNames].some((name) => record[name] !== undefined)

function addStates(states: string[], record: Record<string, unknown>, isRequest: boolean): void {
  for (const name of stateNames) {
    const state = record[name]
    if (typeof state === 'string' && isWord(state) && !(isRequest && /^(?:success|ok|sukses|berhasil)$/i.test(state)))
      states.push(clip(state, textMax))
  }
  // IAK sends `"status":2,"message":"FAILED"`.
  const message = messageNames.map((name) => record[name]).find((value) => typeof value === 'string')
  if (/^[0-9]$/.test(String(record.status)) && typeof message === 'string' && /^(?:failed|gagal)$/i.test(message)) states.push(message)
}

/** The objects of a list. */
export function recordsOf(body: string): Record<string, unknown>[] {
  const list = jsonOf(body)
  return Array.isArray(list) ? list.filter(isRecord) : []
}

export function looksLikeJson(body: string): boolean {
  return /^\s*(?:\{|\[\s*[\]{["])/.test(body)
}

function jsonOf(body: string): unknown {
  if (!looksLikeJson(body)) return null
  try {
    // `trim` removes a byte order mark, which Windows servers send and JSON does not allow.
    // A number of 16 digits or more, such as a meter token, does not fit into a number of JavaScript, so its digits are kept as a text.
    return longNumber.test(body) ? JSON.parse(body.trim(), digitsOfLongNumber) : JSON.parse(body.trim())
  } catch {
    return null
  }
}

const longNumber = /[:[,]\s{0,9}\d{16}/
const digitsOfLongNumber = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d{16,40}$/.test(context?.source ?? '') ? context?.source : value

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addFields(fields: Map<string, string>, record: Record<string, unknown>): void {
  for (const [name, given] of Object.entries(record)) {
    const value = isInLanguages(name, given)
      ? Object.values(given).join('. ')
      : mayBeWrapped.has(name)
        ? unwrapped(given)
        : explains(name) && Array.isArray(given)
          ? wordsOf(given)
          : given
    addDeferred(fields, name, given, deferredMax)
    if (typeof value === 'string') fields.set(name, clip(value, textMax))
    else if (typeof value === 'number' || typeof value === 'boolean') fields.set(name, String(value))
  }
}

/** A message in several languages: `"message":{"ID":"Transaksi sukses","EN":"…"}` */
const isInLanguages = (name: string, value: unknown): value is Record<string, string> =>
  messageNames.includes(name) &&
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, words]) => typeof words === 'string' && /^(?:id|en|ind|eng|indonesian?|english)$/i.test(key))

/**
 * Objects with an unknown meaning are not read as fields of the order, but their values are kept under their paths, since they may contain the
 * reference of another order.
 */
function addDeferred(fields: Map<string, string>, path: string, value: unknown, depth: number): void {
  if (Array.isArray(value) && !innerNameSet.has(path)) addListed(fields, path, value)
  if (!isRecord(value) || innerNameSet.has(path) || depth === 0) return
  for (const [name, inner] of Object.entries(value).slice(0, nestedFieldsMax)) {
    if (typeof inner === 'string') fields.set(`${path}.${name}`, clip(inner, referenceMax))
    else if (typeof inner === 'boolean' || typeof inner === 'number') fields.set(`${path}.${name}`, String(inner))
    else if (Array.isArray(inner) && ofValidation.test(path)) fields.set(`${path}.${name}`, clip(wordsOf(inner) ?? '', referenceMax))
    else addDeferred(fields, `${path}.${name}`, inner, depth - 1)
  }
}

/**
 * The final states of the parts of a list, and those of attempts that are still running (`"routes":[{"status":"failed"},{"status":"processing"}]`).
 * The running states of a history are earlier ones.
 */
function addListed(fields: Map<string, string>, path: string, list: readonly unknown[]): void {
  const codes = listsOfCodes.has(path) && !fields.has('vouchers') ? codesIn(list) : ''
  if (codes !== '') fields.set('vouchers', clip(codes, textMax))
  const states = list.slice(0, nestedFieldsMax).flatMap((part) => {
    if (!isRecord(part)) return []
    const record = lowered(part)
    return stateNames.map((name) => record[name])
  })
  const isOfNow = (state: string) => ended.test(state) || (underWay.test(state) && !histories.test(path))
  const ends = [...new Set(states.filter((state) => typeof state === 'string' && isOfNow(state)))]
  for (const [nth, state] of ends.entries()) fields.set(`${path}.${nth}.state`, clip(String(state), referenceMax))
}

/** `"items":[{"voucher_code":"…"},…]`, `"cards":[{"serial":"…","pin":"…"}]`: lists with a general name whose objects hold what was bought. */
const listsOfCodes = new Set(named('item items card cards kartu list'))

const codesIn = (list: readonly unknown[]): string =>
  list
    .slice(0, nestedFieldsMax)
    .flatMap((part) => {
      const record = isRecord(part) ? lowered(part) : {}
      const named = codeNames.map((name) => record[name])
      const inGroups = ['code', 'kode'].map((name) => record[name]).filter((code) => groupsOfCode.test(String(code)))
      const codes = [...named, ...inGroups].filter((code) => typeof code === 'string')
      return [...new Set(codes)].filter((code) => code !== '')
    })
    .join(', ')

const histories = /histor|riwayat|log|timeline|track|events?$/
const ended = /^(?:fail|gagal|err|cancel|(?:di)?batal|refund|reject|ditolak|void|sukses|success|berhasil|done|complete|deliver)/i

/** Fields that report which part of the request is wrong, and why: `"errors":{"ref_id":["has already been taken"]}`. */
const ofValidation = /^(?:errors?|validation|validasi)(?:\.|$)/

/** The texts of a list: `"errors":["IP not whitelisted"]` */
const wordsOf = (list: readonly unknown[]): string | null => {
  const words = list
    .slice(0, listMax)
    .map((part) => (isRecord(part) ? messageNames.map((name) => part[name]).find((word) => word !== undefined) : part))
    .filter((part) => typeof part === 'string')
  return words.length === 0 ? null : words.join('. ')
}

const deferredMax = 3
const nestedFieldsMax = 20
const referenceMax = 100

/** References and serial numbers also come as lists and as objects: `"ref":{"id":"…"}`, `"sn":["…"]`. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.slice(0, listMax).map((part) => unwrapped(part))
    return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join(', ') : null
  }
  if (!isRecord(value)) return value
  const record = lowered(value)
  // A meter token with its parts, as other servers write them into one text.
  if (typeof record.token === 'string' && tokenForm.test(record.token))
    return tokenParts.flatMap((names) => names.map((name) => record[name]).find((part) => part !== undefined) ?? []).join('/')
  // 'kode' usually contains the product code, such as 'XL10'. Product codes have no hyphens, whereas voucher codes have hyphens.
  const isProduct = (name: string) => name === 'kode' && !/\w-\w/.test(String(record.kode))
  const parts = ['id', 'no', 'number', 'value', 'sn', 'code', 'kode', 'serial', 'pin', 'ref', 'ref_id'].flatMap((name) => {
    const part = isProduct(name) ? undefined : record[name]
    return typeof part === 'string' ? [{ name, part }] : []
  })
  // A voucher has a number and a code: `"voucher":{"serial":"99812733","pin":"ABCD-EFGH-1234"}`.
  const further = parts.slice(1).filter(({ name, part }) => /^(?:code|kode|pin)$/.test(name) && part !== parts[0]?.part)
  return parts.length === 0 ? undefined : [parts[0]?.part, ...further.map(({ part }) => part)].join(', ')
}

const tokenParts = [['token'], ['nama', 'name'], ['tarif', 'tariff'], ['daya', 'power'], ['kwh']]

export function firstOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== '') return value
  }
  return null
}

/**
 * Texts other than the message: `reason`, `error.message`, `responseDesc` and similar names. `isReason`: the field contains the reason of a failure;
 * a field without `isReason` may also contain product names.
 */
export function explanationsOf(fields: Fields): { text: string; isReason: boolean }[] {
  const message = messageOf(fields)
  // A text instead of a number: `"sn":"Saldo tidak cukup"`, `"sn":"Timeout"`.
  const inWords = serialNumberNames.flatMap((name) => {
    const text = oneLine(fields.get(name) ?? '')
    return /\p{L}{4}/u.test(text) && !/\d{3}|^(?:kosong|nihil)\b/i.test(text) ? [{ text: text.slice(0, 200), isReason: false }] : []
  })
  const explained = [...fields].flatMap(([name, text]) =>
    mayExplain(name) && text !== message && /\p{L}{2}/u.test(text) && !nothing.test(text)
      ? [{ text: spelledOut(oneLine(/^[a-z_]+$/i.test(text) ? wordsOfCode(text) : text)).slice(0, 1_000), isReason: reason.test(name) }]
      : [],
  )
  return [...explained, ...validationsOf(fields), ...codesInWords(fields), ...inWords]
}

const validationsOf = (fields: Fields): { text: string; isReason: boolean }[] =>
  [...fields].flatMap(([name, value]) =>
    ofValidation.test(name) && name.includes('.') && /\p{L}{2}/u.test(value) && !nothing.test(value)
      ? [{ text: oneLine(`${wordsOfCode(name.slice(name.lastIndexOf('.') + 1))} ${value}`), isReason: true }]
      : [],
  )

/**
 * Error codes in words: `"error_code":"INVALID_SIGNATURE"`, `"type":"RateLimitError"`. Fields with more general names may contain product names, so
 * they are used only if the message does not mention the goods.
 */
function codesInWords(fields: Fields): { text: string; isReason: boolean }[] {
  const isExplained = causeOf(spelledOut(oneLine(messageOf(fields))), 0) === 'goods'
  return [...fields].flatMap(([name, value]) => {
    const isCode = codeOfReason.test(name)
    return (isCode || (isExplained ? codeOfError : mayBeCode).test(name)) &&
      /^[a-z]{2,20}(?:[ ._-]?[a-z]{2,20}){0,5}$/i.test(value) &&
      !nothing.test(value)
      ? [{ text: spelledOut(wordsOfCode(value)), isReason: isCode }]
      : []
  })
}

const codeOfReason =
  /(?:^|[._])(?:rc|(?:err(?:or)?s?|res(?:p(?:onse)?|ult)|status|reason|fail\w{0,6})[._]?(?:code|kode|no|type|key|id)|(?:fail|failure|cause)(?:[._]?(?:code|type))?)$/
const codeOfError = /^(?:errors?|failure|fault|exception)\.(?:code|kode|type|title|name)$/
const mayBeCode = /^(?:code|kode|type|title|(?:errors?|failure|fault|exception)\.(?:code|kode|type|title|name))$/

const wordsOfCode = (code: string): string => code.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[._-]/g, ' ')

export const mayExplain = (name: string): boolean => explains(name) && !notExplaining.test(name) && !stateNames.includes(name)

const reason =
  /(?:^|_)info$|reason|alasan|sebab|err(?:or)?s?(?:$|[._]|m|d|t)|(?:^|[._])failure$|remark|comment|komentar|catatan|notes?$|pesan|msg|message/
const otherWords =
  /hint|saran|petunjuk|advice|^log$|desc|info|ket|detail|response|text|cause|why|^raw|reply|balasan|jawaban|^data$|^result$|^rd$|^rm$/
const explains = (name: string): boolean => reason.test(name) || otherWords.test(name)
const notExplaining =
  /prod|item|service|layanan|sku|paket|ticket|market|token|pesanan|bucket|socket|customer|pelanggan|name|nama|code|kode|url|date|time/

/** States in fields with other names (`trx_state`, `final_status`). They cannot confirm the order's state, but they may contradict it. */
export function furtherStatesOf(fields: Fields): string[] {
  const states = [...fields].flatMap(([name, value]) =>
    (/stat(?:us|e)(?:$|[._]|[a-z])|progress/.test(name) || underWay.test(value)) &&
    !stateNames.includes(name) &&
    !(/^(?:meta|headers?)/.test(name) && /^(?:success|sukses|berhasil)$/i.test(value)) &&
    (!notOfOrder.test(name) ||
      (/^(?:payment|pembayaran)_?status$/.test(name) && /^(?:failed|gagal|refunded|cancel+ed|expired)$/i.test(value))) &&
    isWord(value)
      ? [value.slice(0, 100)]
      : [],
  )
  return [...new Set(states)].slice(0, furtherStatesMax)
}

/** True if a field says that the sale was only a test: `"mode":"sandbox"`, `"environment":"staging"`. */
export const isOfTest = (fields: Fields): boolean =>
  fields
    .entries()
    .some(
      ([name, value]) =>
        /(?:^|[._])(?:mode|env(?:ironment)?|stage|channel|type|jenis)$/.test(name) &&
        /^(?:(?:mode|env)[ _-]?)?(?:test(?:ing)?|sandbox|simulasi|simulat(?:ion|or|ed)|demo|dummy|mock|dev(?:elopment)?|staging|uji ?coba|trial)(?:[ _-]?(?:mode|env))?$/i.test(
          value,
        ),
    )

/** A limit, because each state is matched against all patterns. Honest answers contain less than half as many states. */
const furtherStatesMax = 20

/** The meaning of flags, times and states in addition to the order's state, recognized by parts of their field names. */
interface Flags {
  /** The state may still change (`"final":false`, `"will_retry":true`, `"dispute":{"open":true}`), or the sale was only a test (`"sandbox":true`). */
  open: boolean
  /** The order was refunded or reversed, or was never delivered: `"refunded_at":"2026-…"`, `"delivered":false`. */
  undone: boolean
  arrived: boolean
  /** The order may be tried again (`"retries_left":3`), which makes a failure uncertain and does not confirm a success. */
  retried: boolean
}

export function flagsOf(fields: Fields): Flags {
  const flags = { open: false, undone: false, arrived: false, retried: false }
  for (const [name, value] of fields) {
    const means = flagMeans(name, value)
    if (means !== null) flags[means] = true
  }
  return flags
}

function flagMeans(path: string, value: string): keyof Flags | null {
  // Most values are no flags; the patterns for the names take longer than this test.
  if (!mayBeFlag.test(value)) return null
  const [whole, name] = [path.slice(-nameMax).replace(/[.-]/g, '_'), path.slice(path.lastIndexOf('.') + 1).slice(-nameMax)]
  const isElsewhere = name !== path && notOfOrder.test(path.slice(0, -name.length))
  const named = openFlag.exec(whole) ?? (isElsewhere ? null : stateFlag.exec(name))
  if (named === null) return null
  const { negated, open, settled, arrived, undone } = named.groups ?? {}
  if (undone !== undefined && /^(?:rejected|ditolak|denied|declined)$/i.test(value)) return 'arrived'
  const isYes = yes.test(value) || ((undone !== undefined || counted.test(whole)) && /^[1-9][\d.,]*$/.test(value))
  if (!isYes && !no.test(value)) return null
  const holds = isYes !== (negated !== undefined)
  if (/^(?:next_?)?retr/i.test(open ?? '') && counted.test(whole)) return holds ? 'retried' : null
  if (open !== undefined || undone !== undefined) return holds ? (open === undefined ? 'undone' : 'open') : null
  if (settled !== undefined) return holds ? null : 'open'
  return holds ? (arrived === undefined ? null : 'arrived') : 'undone'
}

/** True for a keyword of a state that may still change or was reversed, in a field with any name: 'ON_HOLD', 'not_started'. */
export function isUnsettledState(word: string): boolean {
  const means = flagMeans(word.toLowerCase().replaceAll(' ', '_'), 'true')
  return means === 'open' || means === 'undone' || /^(?:not|non|no|belum|blm|tidak|tdk)[ _-]/i.test(word)
}

const nameMax = 60
/** How many attempts are left, and in how many seconds the next one follows. */
const counted = /_(?:left|remaining|in|after)$/
const yes = /^(?:true|1|yes|y|ya)$|^(?!0000)\d{4}-\d\d|^\d{9,13}$/i
const no = /^(?:false|0|no|n|tidak|belum|0000-00-00.{0,12})$/i
const mayBeFlag = /^(?:[1-9][\d.,]*$|true$|false$|[01yn]$|yes$|ya$|no$|tidak$|belum$|\d{4}-\d\d|rejected$|ditolak$|denied$|declined$)/i
const openFlag =
  /^(?:\w*?_|is)??(?<negated>(?:not|non|un|belum|blm|tidak|tdk)_?)?(?:(?<settled>final|confirmed|resolved|last_?(?:attempt|try))|(?<open>manual|re_?send|suspect|suspend|pending|hold|review|investigat\w{0,5}|(?:await\w{0,3}|waiting)(?:_(?!time|count)\w+)?|disputed?|chargeback|(?:next_?)?retr(?:y|ies|ied|ying)|next_?(?:attempt|try|check)|(?:needs?|requires?|perlu)_\w+|ulang|temporary|sementara|re_?rout\w{0,3}|fail_?over|switched|draft|scheduled?|jadwal|estimat\w{1,4}|provisional|test|testing|sandbox|dummy|mock|demo|simulat\w{1,4}|simulasi))(?:_?(?:at|flag|date|mode|open|check|review|process|hold|needed|required|status|kirim|delivery|left|remaining|in|after))*$/
/** A setting such as `"auto_refund":true` tells nothing of the order. */
const stateFlag =
  /^(?!auto_?(?:refund|cancel|batal|retur|reject))(?:(?:is|has|was|trx|transaksi|transaction|order|amount|qty|jumlah|nominal|jml|nilai|saldo|dana|uang|tgl|tanggal|date|time|waktu|jam|sudah|sdh|telah|auto|last|status|flag|id|no|nomor)_?)*(?<negated>(?:not|non|un|belum|blm|tidak|tdk)_?)?(?:(?<arrived>delivered|(?:ter|di)kirim|sent|fulfilled|terisi)|success|sukses|succeeded|berhasil|completed|(?<undone>refund(?:ed)?|revers(?:ed|al)|retur|cancel(?:l?ed)?|void(?:ed)?|batal|dibatalkan|failed|gagal|rejected|ditolak))(?:_?(?:amount|at|pada|on|flag|qty|count|date|mode|status|kirim))*$/

const nothing = /^(?:true|false|oke?|no|none|null|nihil|normal|tidak ada|no[ _]errors?|approved|sukses|berhasil|success(?:ful)?)$/i

/** Complaints of a server next to a state: `"warning":"…"`, `"errors":["…"]`. */
export const complaintsOf = (fields: Fields): string[] =>
  [...fields].flatMap(([name, value]) =>
    /(?:^|[._])(?:err(?:or)?s?|warn(?:ing)?s?|peringatan|alasan|(?:fail(?:ure)?_?)?reason)(?:[._]?(?:msg|message|desc\w{0,7}|text|info|detail))?$|^(?:errors|validation|validasi)\./.test(
      name,
    ) && !nothing.test(value)
      ? [oneLine(value).slice(0, 200)]
      : [],
  )

/** The names of the product in the answer's own fields. */
export const productNamesOf = (fields: Fields): string[] =>
  productNames.map((name) => fields.get(name) ?? '').filter((value) => value.includes(' '))
const productNames = named(
  'product produk product_name productname nama_produk namaproduk layanan nama_layanan service service_name item item_name paket',
)

/** True if the answer is about something other than the sale, so that its failure is not one of the order: `"action":"cancel"`, `"type":"check"`. */
export const isAnswerToOther = (fields: Fields): boolean =>
  fields
    .entries()
    .some(
      ([name, value]) =>
        requested.test(name) &&
        /^(?:cancel|refund|revers\w{0,4}|retur|void|batal|check|cek|status|komplain|complaint|klaim|claim)$/i.test(value),
    )

const requested = /^(?:commands?|action|operation|request|(?:trx_?|transaction_?|request_?)type|type|jenis(?:_?(?:trx|transaksi))?)$/

/**
 * True if the order was handed on to another route (`"next_supplier":"B"`), waits or is tried again (`"queue_position":4`, `"attempt":1,"max_attempt":3`),
 * or somebody gave a number for it (`"supplier_sn":"5123…"`).
 */
export const isPerhapsDelivered = (fields: Fields): boolean =>
  isLess(firstOf(fields, attempts), firstOf(fields, allAttempts)) ||
  fields
    .entries()
    .some(
      ([name, value]) =>
        (goesOn.test(name) && /\w/.test(value) && !no.test(value) && !nothing.test(value)) ||
        (/\w_?(?:sn|serial)(?:_?(?:no|number))?$/.test(name) && /\d{8}/.test(value)),
    )

const goesOn =
  /^(?:next|fallback|backup)_?(?:suppl?ier|provider|biller|route|jalur|modul|modem)|^(?:di)?lanjut(?:kan)?_?ke$|^(?:queue|antrian|antrean)_?(?:pos(?:ition)?|no|number|nomor)?$/
const attempts = named('attempt attempt_no attempts attempt_number percobaan percobaan_ke try_no')
const allAttempts = named(
  'max_attempt max_attempts attempt_max attempt_total total_attempt total_attempts maks_percobaan max_try max_retry',
)

/**
 * Sentences in fields whose names nobody here knows: `"tindak_lanjut":"Dikirim manual dari stok toko"`. With a failure they may say anything, so
 * they are read like words next to the reason.
 */
export const furtherWordsOf = (fields: Fields): string[] =>
  [...fields]
    .flatMap(([name, value]) =>
      isSentence.test(value.slice(0, referenceMax)) &&
      !namesData.test(name) &&
      !mayExplain(name) &&
      !knownNames.has(name) &&
      !nothing.test(value)
        ? [spelledOut(oneLine(value)).slice(0, 200)]
        : [],
    )
    .slice(0, furtherStatesMax)

const isSentence = /\p{L}{2}[^ ]{0,30} [^ ]{0,30}\p{L}{2}/u
const knownNames = new Set([
  ...referenceNames,
  ...perhapsReferenceNames,
  ...targetNames,
  ...messageNames,
  ...stateNames,
  ...codeNames,
  envelope,
  messageAround,
])
/** Data of the order, its product and the persons in it. */
const namesData =
  /prod|item|service|layanan|sku|paket|operator|provider|brand|merk|kategori|category|type|tipe|jenis|title|judul|name|nama|customer|pelanggan|user|member|agen|reseller|seller|merchant|toko|shop|outlet|buyer|addr|alamat|kota|city|area|wilayah|region|tarif|daya|trace|powered|_by$|date|time|tgl|tanggal|jam|url|link|tele|phone|email|sign|ticket|promo|banner|version|agent|method|channel|via|currency|amount|price|harga|saldo|balance|total|biaya|fee|period|denda|bill|tagihan|stand|segmen|code|kode|host|server|path/

/** True if a field excludes a success: a code for a running or failed order, a missing quantity, or a smaller quantity delivered than ordered. */
export const isTakenBack = (fields: Fields): boolean =>
  [...fields].some(([name, value]) => {
    if (missing.test(name)) return /^[1-9]\d{0,5}$/.test(value)
    if (action.test(name))
      return (
        /(?:^|[._ :/-])(?:cancel|refund(?!able)|revers|retur|void|batal|pembatalan|pengembalian|chargeback)/i.test(
          value.slice(0, referenceMax),
        ) ||
        /^(?:inq|ping|test|komplain|complaint|(?:deposit|tiket|ticket|withdraw(?:al)?|top_?up[ _-]?(?:saldo|deposit|balance))(?:[ _-]?(?:reseller|member|agen|h2h))?$)/i.test(
          value,
        )
      )
    if (resultCodeOfOrder.test(name) && value.length === 2) return notDoneCode.test(value)
    if (codeOfRequest.test(name)) return /^(?:4[0-2]\d|5\d\d)$/.test(value) || (name === 'statuscode' && value === '2')
    if (returned.test(name))
      return (
        /[\p{L}\p{N}]/u.test(value) && !/^0+(?:[.,]0+)?$/.test(value) && !no.test(value) && !nothing.test(value.replace(/^true$/i, 'yes'))
      )
    if (ofEarlier.test(name)) return yes.test(value)
    return name === 'rc' && notDoneCode.test(value)
  }) || isShort(fields)

/** What came back, and a correction: `"pengembalian_dana":20125`, `"koreksi":"dibatalkan 15:10"`, `"rollback":true`. */
const returned =
  /^(?:pengembalian|koreksi|correction|credit_?back|roll_?back)(?:_[a-z]{1,12}){0,2}$|^(?:di|pem)?(?:batal(?:kan|an)?|refund(?:ed)?|retur(?:kan)?|tolak|cancel+(?:ed|ation)?|revers(?:ed|al)?|void(?:ed)?|rejected)_?(?:oleh|by|reason|alasan|karena|note|catatan|ket(?:erangan)?|msg|message)$|^(?:saldo|uang|dana|deposit)_?(?:di)?kembali(?:kan)?$/
/** The answer holds an earlier order. */
const ofEarlier = /^(?:is_?)?(?:previous|prior|old)(?:_?(?:trx|transaction|order))?$/
const resultCodeOfOrder = /^(?:rc_?code|(?:resp(?:onse)?|result)_?(?:code|kode)|kode_?(?:rc|resp(?:on(?:se)?)?|hasil))$/

const missing = /(?:^|_)(?:remains|remaining|unsent|undelivered|missing|belum_terkirim|(?:not|un)_?delivered)(?:_?(?:qty|count))?$/
/** Fields that contain the requested action, which may be something other than a sale. */
const action =
  /^(?:commands?|action|operation|(?:trx_?|transaction_?|request_?)?type|jenis(?:_?(?:trx|transaksi))?|event(?:[._]?(?:type|name|code))?|(?:trx|transaction)_?(?:kind|event)|topic|kategori|category|kind|webhook_?(?:type|event))$/
/** Codes of Digiflazz, IRS and IAK for orders that were not delivered. Codes of one digit are not included, since they have no common meaning. */
const notDoneCode = /^(?:0[1-9]|1[1-8]|27|39|4[0-57-9]|[56]\d|7[0-4]|8[0-6]|00(?:27|39|68)|0(?:27|39|68)|99|201)$/

const ordered = named(
  'quantity qty jumlah order_qty qty_order total_order ordered requested ordered_qty qty_ordered jumlah_pesanan jumlah_order',
)
const delivered = named(
  'delivered sent fulfilled filled terkirim qty_sent sent_qty qty_success success_qty success_count delivered_qty qty_delivered',
  'qty_done done_qty jumlah_dikirim jumlah_terkirim jumlah_sukses',
)

const isLess = (part: string | null, whole: string | null | undefined): boolean =>
  /^\d{1,9}$/.test(part ?? '') && /^\d{1,9}$/.test(whole ?? '') && Number(part) < Number(whole)

function isShort(fields: Fields): boolean {
  // `"nominal":10000,"nominal_masuk":8000`
  const isShortOf = ([name, value]: [string, string]) => isLess(value, fields.get(deliveredPart.exec(name)?.[1] ?? ''))
  return isLess(firstOf(fields, delivered), firstOf(fields, ordered)) || fields.entries().some(isShortOf)
}

const deliveredPart =
  /^(nominal|amount|jumlah|qty|quantity|denom)_?(?:masuk|terisi|terkirim|diterima|sukses|success|delivered|received|real\w{0,6})$/

/** True if a field says that the buyer has paid, which may be what a success next to it is about: `"status":"success","payment":"paid"`. */
export const isOfPayment = (fields: Fields): boolean =>
  fields
    .entries()
    .some(([name, value]) => /^(?:payment|pembayaran)(?:_?status)?$/.test(name) && /^(?:paid|lunas|settled|settlement)$/i.test(value))

/**
 * True if a number in a field that only orders have excludes the state: `"status":"success","trx_status":2`. Systems agree only on 1 and 20 for a
 * success; 0, 1 and 20 are no failure anywhere.
 */
export function isDeniedByNumber(fields: Fields, state: 'success' | 'failed', serialNumber: string | null): boolean {
  return fields.entries().some(([name, value]) => {
    const counts = numberedState.test(name) || (state === 'success' && serialNumber === null && numberedAnywhere.test(name))
    if (!counts || !/^\d{1,3}$/.test(value)) return false
    return /^(?:0?1|20|200|00)$/.test(value) !== (state === 'success') || (state === 'failed' && value === '0')
  })
}

/** Without a serial number, a number in any field for the state has to agree with the success. */
const numberedAnywhere = /^(?:status|state|sts|stts)$/
const numberedState = /^(?:order|trx|transaction|transaksi)_?status$|^status_?(?:order|trx|transaction|transaksi)$/

/** A value that consists only of such a word is a state, whatever the name of its field. */
const underWay = /^(?:pending|waiting|process(?:ing)?|proses|in ?progress|queued?|menunggu|on ?process)$/i

const notOfOrder =
  /pay|bayar|http|serial|refund|callback|produk|product|api|server|bill|account|akun|saldo|balance|code|kode|station|statement|webhook|notif|mail|sms|receipt|struk|promo|komisi|commission|tiket|ticket|kyc|(?:user|member)\./

export const messageOf = (fields: Fields): string => firstOf(fields, messageNames) ?? ''
export const targetOf = (fields: Fields): string | null => firstOf(fields, targetNames)
export const serialNumberOf = (fields: Fields): string => firstOf(fields, serialNumberNames) ?? ''

/** The candidates for the serial number, best first. `productCode`: the product code of the order; null if the caller does not know it. */
export function serialNumbersOf(fields: Fields, productCode: string | null): string[] {
  const numbered = [...fields].flatMap(([name, value]) => (/^(?:sn|serial|voucher|kode_?voucher)_?[1-9]$/.test(name) ? [value] : []))
  const perhaps = [...fields].flatMap(([name, value]) =>
    mayNameCode(name) && !(productCode === null && isPerhapsSecret(name, value)) && value.split(', ', listMax).some(hasCodeForm)
      ? [value]
      : [],
  )
  const tokens = [...fields].flatMap(([name, value]) => (mayNameToken.test(name) && tokenForm.test(value) ? [value] : []))
  const codes = productCode === null ? [] : codesOtherThanProduct(fields, productCode)
  const given = [...serialNumberNames.map((name) => fields.get(name) ?? ''), numbered.join(', '), ...perhaps, ...tokens, ...codes]
  return given.filter((value) => value !== '')
}

/** Field names of meter tokens. Access tokens of accounts may have the same names, but only meter tokens consist of digits. */
const mayNameToken = /^(?:key|(?:(?:no|nomor|kode|stroom|pln)_?)?(?:token|stroom)_?(?:no|nomor|number|code|kode|listrik|pln|token)?)$/
const tokenForm = /^[\d -]{16,30}(?:\/|$)/

/** The codes in fields of their own: `"sn":"99812733","voucher_code":"ABCD-EFGH-1234"`. The buyer needs all of them. */
export function codesOf(fields: Fields, productCode: string | null): string[] {
  const codes = new Set<string>(productCode === null ? [] : codesOtherThanProduct(fields, productCode))
  for (const [path, value] of fields) {
    const name = nameOfCode(path)
    const isCode = (part: string) =>
      (namesCode.test(name) && (hasCodeForm(part) || isCertainForm(part))) ||
      (serialNumberNames.includes(name) && name !== path && hasCodeForm(part)) ||
      (mayNameCode(name) && (hasCodeForm(part) || groupsOfDigits.test(part)) && !(productCode === null && isPerhapsSecret(name, part)))
    if (mayNameToken.test(name) && tokenForm.test(value)) codes.add(value)
    else for (const part of value.slice(0, codesMax).split(', ')) if (isCode(part)) codes.add(part)
  }
  return [...codes]
}

const codesMax = 1_000
const groupsOfDigits = /^(?:\d{4} ){2,4}\d{4}$/

/** A code in three groups or more that is all that a field for words holds: `"note":"ABCD-1234-EFGH"`, `"hasil":"…"`. */
export const codesAlone = (fields: Fields): string[] =>
  [...fields].flatMap(([name, value]) => (forWords.test(name) && groupsOfCode.test(value) ? [value] : []))
const forWords =
  /^(?:(?:data|result|response|detail)\.)?(?:hasil|result|output|notes?|keterangan|ket|info|catatan|additional_info|desc(?:ription)?|detail|kode_unik)$/
/** Numbers of invoices and orders, and phone numbers, have such groups too. */
const groupsOfCode =
  /^(?!(?:62|0)8\d{2}-)(?!(?:inv|trx|tr|ref|ord|so|po|dep|tiket|ticket|nota)[a-z]{0,6}-)(?=[a-z-]{0,30}\d)[a-z\d]{4,12}(?:-[a-z\d]{4,12}){2,6}$/i

/** The name of a field inside an object, with that of the object where it needs one: `"voucher":{"code":"…"}` is a voucher_code. */
function nameOfCode(path: string): string {
  const [name = '', parent] = path.split('.').reverse()
  // The number of a voucher is not needed next to its code.
  if (parent === undefined || /^(?:sn|serial)/.test(name)) return path
  return /^(?:code|kode|pin|no|number|nomor|key)$/.test(name) ? `${parent.replace(/^data_/, '')}_${name}` : name
}

/** A code in a field that holds nothing else: in capital letters or with digits. */
const isCertainForm = (text: string): boolean => text.length >= 4 && text.length <= 60 && /^[A-Z\d]+(?:[ -][A-Z\d]+){0,7}$/.test(text)

const namesCode =
  /^(?:(?:voucher|redeem|gift|activation)_?code|kode_?(?:voucher|redeem|aktivasi)|voucher_?pin|pin_?voucher|license_?key|serial_?key)$/

/**
 * The reader of a report does not know the secrets of the seller's account, so it cannot compare a PIN with them. A PIN of three groups, or of
 * fourteen digits and more, is not the account's.
 */
const isPerhapsSecret = (name: string, value: string): boolean =>
  /^pins?$/.test(name) && !/^(?:[a-z\d]{3,8}(?:-[a-z\d]{3,8}){2,}|\d{14,20}|(?:\d{4} ){2,4}\d{4})$/i.test(value)

const codeForm = /^(?=[a-z-]{0,30}\d)(?:[a-z\d]{2,12}(?:-[a-z\d]{2,12}){1,6}|[a-z\d]{10,40})$/i

/** Letters only, in at least three groups of the same length: 'KQZTP-WWLMN-RRSVX'. */
const alphabeticGroups = /^(?:[A-Z]{4}(?:-[A-Z]{4}){2,5}|[A-Z]{5}(?:-[A-Z]{5}){2,5}|[A-Z]{6}(?:-[A-Z]{6}){2,5})$/
const hasCodeForm = (text: string): boolean => codeForm.test(text) || alphabeticGroups.test(text)

/** Names of fields that contain a code itself, such as 'gift_code' and 'no_voucher', and not other data about a code. */
const mayNameCode = (name: string): boolean =>
  perhapsSerialNumberNames.includes(name) ||
  /^(?:(?:no|nomor|kode|code|card|gift|game|serial)_?)?(?:e_?pin|e_?voucher|voucher|vcr|serial|redeem|redem|gift|pin|activation|aktivasi)_?(?:no|number|nomor|code|kode|pin|key|card|serial|voucher|sn)?$/.test(
    name,
  )

function codesOtherThanProduct(fields: Fields, productCode: string): string[] {
  const ordered = productCode.toUpperCase()
  return ['code', 'kode'].flatMap((name) => {
    const value = fields.get(name) ?? ''
    const isProduct = value.toUpperCase().includes(ordered) || ordered.includes(value.toUpperCase())
    return value.length >= 8 && codeForm.test(value) && !isProduct ? [value] : []
  })
}

const isWord = (status: string | undefined): boolean => status !== undefined && !/^(?:\d*|true|false)$/.test(status)

/** The states that are given in words ('Gagal'). Numbers are left out, since each protocol gives them another meaning. */
export const statesOf = (fields: Fields): string[] =>
  stateNames.flatMap((name) => {
    const state = fields.get(name)
    return state !== undefined && isWord(state) ? state.split('. ') : []
  })

/** The reason that a code gives without a text. */
export function refusalCodeOf(fields: Fields): MeaningOfCode | null {
  const codes = [...fields].flatMap(([name, value]) => (codeOfRequest.test(name) && /^\d{3}$/.test(value) ? [meaningOfCode(value)] : []))
  for (const graver of ['call', 'doubt'] as const) if (codes.includes(graver)) return graver
  // A running order has not failed.
  if (isRunningCode(fields.get('rc') ?? '')) return 'doubt'
  return meaningOfOtomaxState(fields.get('status') ?? '') ?? meaningOfCode(resultCodeOf(fields))
}

/** The reason that a code gives even next to words about the goods. */
export function codeDespiteGoods(fields: Fields): MeaningOfCode | null {
  const meanings = [...fields].flatMap(([path, value]) => {
    const name = path.replace(/^(?:meta|errors?|response|result|http|status)\./, '')
    const isCode = name === 'rc' || resultCode.test(name) || ((codeOfRequest.test(name) || name === 'status') && value.length === 3)
    return isCode ? (meaningDespiteGoods(value) ?? []) : []
  })
  return meanings.find((meaning) => meaning === 'call') ?? meanings[0] ?? null
}

/** In these fields a number of three digits is an HTTP status. */
const codeOfRequest =
  /^(?:errors?|err|(?:http|err(?:or)?)[._]?(?:code|kode|no|number|status|id)|(?:status|resp(?:onse)?|result)[._]?(?:code|kode|status)|statuscode|errcode|https?)$/

/** `rc` comes first. The other names also contain product codes, so only a number counts. */
function resultCodeOf(fields: Fields): string {
  const named = [...fields].flatMap(([name, value]) => (resultCode.test(name) && /^\d{1,4}$/.test(value) ? [value] : []))
  return fields.get('rc') || (named[0] ?? '')
}

const resultCode =
  /^(?:code|kode|rc_?code|(?:err(?:or)?|res(?:p(?:onse)?|ult)?)_?(?:code|kode)|kode_?(?:rc|res(?:p(?:on(?:se)?)?)?|hasil|error))$/
