/**
 * HTTP GET: there is no standard document, so the seller enters complete URLs with [placeholders] (see `url-template.ts`). Without a status template
 * the order is sent again to query its state, since everywhere in this trade a repeated reference is a status query. `statusResendsOrder` is true for
 * the whole kind, since it cannot depend on the settings of one seller.
 */
import type { Outgoing } from '#http/outgoing.ts'
import { orderOutcome, readAnswer, statusOutcome } from '#integrations/suppliers/answer.ts'
import { type Fields, successVerdict, type Verdict } from '#integrations/suppliers/answer-fields.ts'
import { addressOf, ask, harmless, splitAddress, unaskable } from '#integrations/suppliers/exchange.ts'
import { readBalance, readCustomer, readInquiry } from '#integrations/suppliers/inquiry.ts'
import { nameQuestion, nameUnaskable } from '#integrations/suppliers/name-code.ts'
import type { Expected } from '#integrations/suppliers/order-identity.ts'
import { priceListBytesMax, readPriceList } from '#integrations/suppliers/price-list.ts'
import { encode } from '#integrations/suppliers/redact.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { fillTemplate } from '#integrations/suppliers/url-template.ts'

export function createHttpGet(outgoing: Outgoing): Supplier {
  return {
    statusResendsOrder: true,

    async order(access, order) {
      const address = orderAddress(access, order)
      if (address === null) return unaskable({ state: 'unsent', message: missing(order.payment ? 'pembayaran tagihan' : 'order') })
      return ask(outgoing, access, address, (body) => orderOutcome(readAnswer(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async status(access, order) {
      const address = fillTemplate(access, 'status', order) ?? orderAddress(access, order)
      if (address === null) return unaskable({ state: 'unknown', message: missing('status') })
      return ask(outgoing, access, address, (body) => statusOutcome(readAnswer(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async inquiry(access, order) {
      const address = fillTemplate(access, 'inquiry', order)
      if (address === null) return unaskable({ state: 'failed', message: missing('cek tagihan') })
      return harmless(await ask(outgoing, access, address, (body) => readInquiry(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async customer(access, order) {
      const question = nameQuestion(access, order)
      if (question === null) return unaskable(nameUnaskable)
      const address = fillTemplate(access, 'inquiry', question)
      if (address === null) return unaskable({ state: 'failed', message: missing('cek nama') })
      return harmless(await ask(outgoing, access, address, (body) => readCustomer(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async balance(access) {
      const address = fillTemplate(access, 'balance', null)
      if (address === null) return unaskable({ state: 'failed', message: missing('saldo') })
      return harmless(await ask(outgoing, access, address, (body) => readBalance(body, access.patterns, httpGetVerdict)))
    },

    async priceList(access) {
      const { origin, path } = splitAddress(access.apiUrl)
      const credentials = `id=${encode(access.userId)}&pin=${encode(access.pin)}&user=${encode(access.username)}&pass=${encode(access.password)}`
      const { url } = addressOf(`${origin}${path}/pricelist`, credentials, '')
      const result = await outgoing.request({ method: 'GET', url, timeoutMs: access.timeoutMs, bytesMax: priceListBytesMax })
      return result.kind === 'answer' && result.status === 200 ? readPriceList(result.body) : null
    },
  }
}

const orderAddress = (access: SupplierAccess, order: SupplierOrder) => fillTemplate(access, order.payment ? 'payment' : 'order', order)

function expected(order: SupplierOrder): Expected {
  return { reference: order.reference, target: order.target, product: order.productName ?? null, productCode: order.productCode }
}

function missing(what: string): string {
  return `Alamat ${what} belum diisi.`
}

/** A number in `status` has another meaning on every server of this kind, so only `success` and keywords are used. */
export function httpGetVerdict(fields: Fields): Verdict {
  return successVerdict(fields)
}
