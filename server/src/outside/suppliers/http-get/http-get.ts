/**
 * Standar HTTP GET: no document exists, so the seller gives whole addresses with [placeholders] (see `url-template.ts`).
 *
 * Without a status template the order is sent again to ask its state, as in all of this trade the same reference is a
 * status question; `statusResendsOrder` is true for the whole dialect, since it cannot depend on one seller's settings.
 */
import type { Outgoing } from '#core/outgoing.ts'
import {
  type Expected,
  type Fields,
  orderOutcome,
  readAnswer,
  statusOutcome,
  successVerdict,
  type Verdict,
} from '#outside/suppliers/answer.ts'
import { addressOf, ask, encode, harmless, splitAddress } from '#outside/suppliers/exchange.ts'
import { readBalance, readInquiry, readPriceList } from '#outside/suppliers/inquiry.ts'
import type { Supplier, SupplierExchange, SupplierOrder } from '#outside/suppliers/supplier.ts'
import { fillTemplate } from '#outside/suppliers/url-template.ts'

const priceListBytesMax = 4 * 1024 * 1024

export function createHttpGet(outgoing: Outgoing): Supplier {
  return {
    statusResendsOrder: true,

    async order(access, order) {
      const template = order.payment ? access.templates.payment : access.templates.order
      if (!template) return unaskable({ state: 'unsent', message: missing(order.payment ? 'pembayaran tagihan' : 'order') })
      const address = fillTemplate(template, access, order)
      return ask(outgoing, access, address, (body) => orderOutcome(readAnswer(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async status(access, order) {
      const template = access.templates.status || (order.payment ? access.templates.payment : access.templates.order)
      if (!template) return unaskable({ state: 'unknown', message: missing('status') })
      const address = fillTemplate(template, access, order)
      return ask(outgoing, access, address, (body) => statusOutcome(readAnswer(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async inquiry(access, order) {
      const { inquiry } = access.templates
      if (!inquiry) return unaskable({ state: 'failed', message: missing('cek tagihan') })
      const address = fillTemplate(inquiry, access, order)
      return harmless(await ask(outgoing, access, address, (body) => readInquiry(body, expected(order), access.patterns, httpGetVerdict)))
    },

    async balance(access) {
      const { balance } = access.templates
      if (!balance) return unaskable({ state: 'failed', message: missing('saldo') })
      return harmless(
        await ask(outgoing, access, fillTemplate(balance, access, null), (body) => readBalance(body, access.patterns, httpGetVerdict)),
      )
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

function expected(order: SupplierOrder): Expected {
  return { reference: order.reference, target: order.target }
}

function missing(what: string): string {
  return `Alamat ${what} belum diisi.`
}

function unaskable<Outcome>(outcome: Outcome): SupplierExchange<Outcome> {
  return { outcome, request: '', answer: '', tookMs: 0 }
}

/** Numbers in `status` mean something else on every server of this kind, so only `success` and words count. */
export function httpGetVerdict(fields: Fields): Verdict {
  return successVerdict(fields)
}
