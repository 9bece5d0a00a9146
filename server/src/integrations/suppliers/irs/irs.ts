/**
 * IRS / iRSX and related systems: GET /api/h2h with id, pin, user, pass, kodeproduk, tujuan, counter, idtrx, jenis. The state of an order is queried
 * by sending it again, so `statusResendsOrder` is true.
 *
 * These details are not verified and may differ between servers, so the seller's templates can replace them: the path of the balance (`…/saldo`),
 * `jenis` 5 and 6 for bills, and the parameter `nominal` for open amounts.
 */
import type { Outgoing } from '#http/outgoing.ts'
import { orderOutcome, readAnswer, statusOutcome } from '#integrations/suppliers/answer.ts'
import { type Fields, serialNumberOf, successVerdict, targetOf, type Verdict } from '#integrations/suppliers/answer-fields.ts'
import { type Address, addressOf, ask, harmless, splitAddress, unaskable } from '#integrations/suppliers/exchange.ts'
import { readBalance, readCustomer, readInquiry } from '#integrations/suppliers/inquiry.ts'
import { nameQuestion, nameUnaskable } from '#integrations/suppliers/name-code.ts'
import type { Expected } from '#integrations/suppliers/order-identity.ts'
import { priceListBytesMax, readPriceList } from '#integrations/suppliers/price-list.ts'
import { encode, hidden } from '#integrations/suppliers/redact.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { fillTemplate } from '#integrations/suppliers/url-template.ts'

export function createIrs(outgoing: Outgoing): Supplier {
  return {
    statusResendsOrder: true,

    order: (access, order) =>
      ask(outgoing, access, orderAddress(access, order), (body) =>
        orderOutcome(readAnswer(body, expected(order), access.patterns, irsVerdict)),
      ),

    status: (access, order) =>
      ask(outgoing, access, statusAddress(access, order), (body) =>
        statusOutcome(readAnswer(body, expected(order), access.patterns, irsVerdict)),
      ),

    async inquiry(access, order) {
      const address = inquiryAddress(access, order)
      return harmless(await ask(outgoing, access, address, (body) => readInquiry(body, expected(order), access.patterns, irsVerdict)))
    },

    async customer(access, order) {
      const question = nameQuestion(access, order)
      if (question === null) return unaskable(nameUnaskable)
      const address = inquiryAddress(access, question)
      return harmless(await ask(outgoing, access, address, (body) => readCustomer(body, expected(order), access.patterns, irsVerdict)))
    },

    async balance(access) {
      return harmless(await ask(outgoing, access, balanceAddress(access), (body) => readBalance(body, access.patterns, irsVerdict)))
    },

    async priceList(access) {
      const { origin, path } = splitAddress(access.apiUrl)
      const { url } = addressOf(`${origin}${path}/pricelist`, credentials(access, access.pin, access.password), '')
      const result = await outgoing.request({ method: 'GET', url, timeoutMs: access.timeoutMs, bytesMax: priceListBytesMax })
      return result.kind === 'answer' && result.status === 200 ? readPriceList(result.body) : null
    },
  }
}

function expected(order: SupplierOrder): Expected {
  return { reference: order.reference, target: order.target, product: order.productName ?? null, productCode: order.productCode }
}

function orderAddress(access: SupplierAccess, order: SupplierOrder): Address {
  return fillTemplate(access, order.payment ? 'payment' : 'order', order) ?? h2hAddress(access, order, order.payment ? 6 : 1)
}

function statusAddress(access: SupplierAccess, order: SupplierOrder): Address {
  return fillTemplate(access, 'status', order) ?? orderAddress(access, order)
}

const inquiryAddress = (access: SupplierAccess, order: SupplierOrder) =>
  fillTemplate(access, 'inquiry', order) ?? h2hAddress(access, order, 5)

function h2hAddress(access: SupplierAccess, order: SupplierOrder, jenis: 1 | 5 | 6): Address {
  const amount = order.amount === null ? '' : `&nominal=${order.amount}`
  const wanted =
    `&kodeproduk=${encode(order.productCode)}&tujuan=${encode(order.target)}` +
    `&counter=${order.counter}&idtrx=${encode(order.reference)}&jenis=${jenis}${amount}`
  return addressOf(
    h2hEndpoint(access),
    credentials(access, access.pin, access.password) + wanted,
    credentials(access, hidden, hidden) + wanted,
  )
}

function balanceAddress(access: SupplierAccess): Address {
  const given = fillTemplate(access, 'balance', null)
  if (given !== null) return given
  const [endpoint = '', query] = h2hEndpoint(access).split('?')
  return addressOf(
    `${endpoint}/saldo${query === undefined ? '' : `?${query}`}`,
    credentials(access, access.pin, access.password),
    credentials(access, hidden, hidden),
  )
}

/** Sellers enter the base URL of their server or the full URL; some servers listen at /api instead of /api/h2h. */
function h2hEndpoint(access: SupplierAccess): string {
  const { origin, path, query } = splitAddress(access.apiUrl)
  return `${origin}${path === '' ? '/api/h2h' : path}${query}`
}

function credentials(access: SupplierAccess, pin: string, password: string): string {
  return `id=${encode(access.userId)}&pin=${encode(pin)}&user=${encode(access.username)}&pass=${encode(password)}`
}

const runningCodes = new Set(['68', '27'])

/**
 * `rc` comes as 68, '68' or '0068'. Besides these few codes, only `success` and the keywords count. 1 means running at some servers and delivered at
 * others. 0 may mean only that the request succeeded, if no other field describes the order.
 */
export function irsVerdict(fields: Fields): Verdict {
  const code = fields.get('rc')?.replace(/^0+(?=\d)/, '')
  if (code !== undefined && runningCodes.has(code)) return 'pending'
  const verdict = successVerdict(fields)
  if (code === '1') return fields.get('success') === 'false' ? null : 'accepted'
  return verdict === 'accepted' && code === '0' && describesOrder(fields) ? 'success' : verdict
}

const describesOrder = (fields: Fields): boolean => targetOf(fields) !== null || /[1-9]/.test(serialNumberOf(fields))
