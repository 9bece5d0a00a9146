import { z } from 'zod'
import { intakeOrder } from '../ordering/intake.ts'
import { orderRefusals } from '../ordering/purchases.ts'
import { keyRefusals } from '../partners/api-keys.ts'
import { resultFields } from '../partners/purchase-status.ts'
import { type ApiChannel, call } from '../shared/call.ts'
import { type RefusalCode, refusals } from '../shared/refusals.ts'

/**
 * The GET channel, for reseller software that can only fill a URL with values and match the one-line text answer with a pattern. `sign` is the hex
 * HMAC-SHA256, with the secret of the key, over `key|product|dest|refid|amount|counter|maxprice|token` (missing parameters are empty), followed by
 * `|time=…` and `|callback=…` if these parameters are sent. Instead of `sign`, the parameter `secret` is accepted from allow-listed IP addresses
 * only.
 */
export const getChannel: ApiChannel = {
  name: 'get',
  title: 'Software pembeli: GET dengan jawaban teks',
  answers: { headers: z.object({ 'X-Result-Code': resultFields.rc }) },
  refuses: [...keyRefusals, 'key.time_needed', 'key.address_needed', 'access.blocked', 'rate.too_many'],
  // Software that matches text often ignores answers with a status other than 200, so every answer has the status 200, except for early refusals (see
  // `isEarly`).
  statusOf: (code) => (isEarly(code) ? refusals[code].status : 200),
}

/**
 * True for refusals because of the key, the signature, the IP address or overload. They occur before the order is looked up and say nothing about the
 * order.
 */
export function isEarly(code: RefusalCode): boolean {
  const { status } = refusals[code]
  return status === 401 || status === 403 || status === 429 || status === 503
}

/** Parameters covered by `sign`, in this order. */
export const signedNames = ['key', 'product', 'dest', 'refid', 'amount', 'counter', 'maxprice', 'token'] as const
/**
 * Parameters that were added to the channel later. They are signed as `|name=value`, in this order and only if they are sent, so that signatures of
 * older software stay valid.
 */
export const addedNames = ['time', 'callback'] as const
const names = [...signedNames, ...addedNames, 'sign', 'secret', 'format'] as const
export type GetQuery = Record<(typeof names)[number], string>

/**
 * Missing parameters become empty texts. A parameter that is sent twice counts as missing, because the signature does not show which of the two
 * values was meant.
 */
export function readGetQuery(query: unknown): GetQuery {
  const given = query as Record<string, unknown>
  const read = {} as GetQuery
  for (const name of names) {
    const value = given[name]
    read[name] = typeof value === 'string' ? value : ''
  }
  return read
}

/** The text that `sign` is computed over. */
export function signedText(asked: GetQuery): string {
  const added = addedNames.flatMap((name) => (asked[name] === '' ? [] : [`${name}=${asked[name]}`]))
  return [...signedNames.map((name) => asked[name]), ...added].join('|')
}

const key = z.string().describe('API key')
const refid = z.string().describe('reffclient Anda')
const proof = {
  sign: z.string().optional().describe('HMAC-SHA256 heksadesimal, lihat di atas'),
  secret: z.string().optional().describe('pengganti sign, hanya dari IP yang terdaftar'),
  time: z.string().optional().describe('waktu Unix dalam detik, ikut ditandatangani; wajib bila key memintanya'),
  format: z.string().optional().describe('rc: baris jawaban diakhiri kode hasil'),
}

const orderQuery = z
  .object({
    key,
    product: z.string().describe('kode produk'),
    dest: z.string().describe('nomor tujuan'),
    refid,
    amount: z.string().optional().describe('nominal bebas, kelipatan denominasi'),
    counter: z.string().optional().describe('ke-berapa, untuk pesanan yang memang diulang'),
    maxprice: z.string().optional().describe('batas harga'),
    token: z.string().optional().describe('token tagihan dari inquiry'),
    callback: z.string().optional().describe('alamat callback untuk pesanan ini saja; ikut ditandatangani bila dikirim'),
    ...proof,
  })
  .transform(
    (asked): z.input<typeof intakeOrder> => ({
      productcode: asked.product,
      target: asked.dest,
      reffclient: asked.refid,
      counter: asked.counter || undefined,
      amount: asked.amount || undefined,
      maxprice: asked.maxprice || undefined,
      token: asked.token || undefined,
      callback: asked.callback || undefined,
    }),
  )
  .pipe(intakeOrder)

const shape = { access: 'key', channel: getChannel, text: 'text/plain; charset=utf-8', done: 'Satu baris teks, lihat di atas' } as const

export const getCalls = {
  order: call('GET', '/h2h/trx', {
    summary: 'Place an order, or ask for its state again, by GET',
    ...shape,
    query: z.preprocess(readGetQuery, orderQuery),
    refuses: orderRefusals,
  }),
  status: call('GET', '/h2h/status', {
    summary: 'Read the state of an order by GET',
    ...shape,
    query: z.preprocess(readGetQuery, z.object({ key, refid, ...proof })),
    refuses: ['not_found.purchase'],
  }),
  balance: call('GET', '/h2h/balance', {
    summary: 'Read the balance by GET',
    ...shape,
    query: z.preprocess(readGetQuery, z.object({ key, ...proof })),
  }),
}
