/**
 * OtomaX: GET /trx with a signature instead of PIN and password, plain text answers. The state is queried at the same URL with `check=1`, which never
 * buys.
 *
 * These details are not verified, so the seller's templates can replace them: bills are ordered by the product code with CEK (inquiry) or BYR
 * (payment) before it. A template that is a URL replaces the default URL; any other template replaces the product code (`INQ[kodeproduk]`).
 */
import { hash } from 'node:crypto'
import type { Outgoing } from '#http/outgoing.ts'
import { orderOutcome, readAnswer, statusOutcome } from '#integrations/suppliers/answer.ts'
import { type Fields, successVerdict, type Verdict } from '#integrations/suppliers/answer-fields.ts'
import { type Address, addressOf, ask, harmless, splitAddress, unaskable } from '#integrations/suppliers/exchange.ts'
import { readBalance, readCustomer, readInquiry } from '#integrations/suppliers/inquiry.ts'
import { nameQuestion, nameUnaskable } from '#integrations/suppliers/name-code.ts'
import type { Expected } from '#integrations/suppliers/order-identity.ts'
import { encode, hidden } from '#integrations/suppliers/redact.ts'
import type { Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { fillTemplate, type TemplateName } from '#integrations/suppliers/url-template.ts'

export function createOtomax(outgoing: Outgoing): Supplier {
  return {
    statusResendsOrder: false,
    priceList: null,

    order: (access, order) =>
      ask(outgoing, access, orderAddress(access, order), (body) =>
        orderOutcome(readAnswer(body, expected(order), access.patterns, otomaxVerdict)),
      ),

    status: (access, order) =>
      ask(outgoing, access, statusAddress(access, order), (body) =>
        statusOutcome(readAnswer(body, expected(order), access.patterns, otomaxVerdict)),
      ),

    async inquiry(access, order) {
      const address = trxAddress(access, order, 'inquiry', 'CEK')
      return harmless(await ask(outgoing, access, address, (body) => readInquiry(body, expected(order), access.patterns, otomaxVerdict)))
    },

    async customer(access, order) {
      const question = nameQuestion(access, order)
      if (question === null) return unaskable(nameUnaskable)
      const address = trxAddress(access, question, 'inquiry', 'CEK')
      return harmless(await ask(outgoing, access, address, (body) => readCustomer(body, expected(order), access.patterns, otomaxVerdict)))
    },

    async balance(access) {
      return harmless(await ask(outgoing, access, balanceAddress(access), (body) => readBalance(body, access.patterns, otomaxVerdict)))
    },
  }
}

function expected(order: SupplierOrder): Expected {
  return { reference: order.reference, target: order.target, product: order.productName ?? null, productCode: order.productCode }
}

function orderAddress(access: SupplierAccess, order: SupplierOrder): Address {
  if (order.payment) return trxAddress(access, order, 'payment', 'BYR')
  return trxAddress(access, order, 'order', '')
}

function statusAddress(access: SupplierAccess, order: SupplierOrder): Address {
  const given = fillTemplate(access, 'status', order)
  if (given !== null) return given
  const address = orderAddress(access, order)
  return { ...address, url: `${address.url}&check=1`, shown: `${address.shown}&check=1` }
}

function trxAddress(access: SupplierAccess, order: SupplierOrder, name: TemplateName, prefix: string): Address {
  const given = fillTemplate(access, name, order)
  if (given !== null) return given
  // Codes are always in upper case: some servers sign them as received and some in upper case, so the signatures match in both cases.
  const member = access.userId.toUpperCase()
  const template = access.templates[name]
  const product = (template ? template.replace(/\[kodeproduk\]/gi, order.productCode) : prefix + order.productCode).toUpperCase()
  const sign = otomaxSignature(`OtomaX|${member}|${product}|${order.target}|${order.reference}|${access.pin}|${access.password}`)
  const query =
    `memberID=${encode(member)}&product=${encode(product)}&qty=${order.amount ?? 1n}` +
    `&dest=${encode(order.target)}&refID=${encode(order.reference)}`
  return addressOf(endpoint(access, '/trx'), `${query}&sign=${sign}`, `${query}&sign=${hidden}`, [sign])
}

function balanceAddress(access: SupplierAccess): Address {
  const given = fillTemplate(access, 'balance', null)
  if (given !== null) return given
  const member = access.userId.toUpperCase()
  const sign = otomaxSignature(`OtomaX|CheckBalance|${member}|${access.pin}|${access.password}`)
  const query = `memberID=${encode(member)}&sign=`
  return addressOf(endpoint(access, '/balance'), query + sign, query + hidden, [sign])
}

/** Sellers enter the base URL of their server or the URL of /trx; /balance is at the same level. */
function endpoint(access: SupplierAccess, command: '/trx' | '/balance'): string {
  const { origin, path, query } = splitAddress(access.apiUrl)
  return `${origin}${path.replace(/\/trx$/i, '')}${command}${query}`
}

/** base64url(sha1(text)) of the raw 20 bytes, without padding. SHA-1 because the protocol requires it; it is used nowhere else. */
export function otomaxSignature(text: string): string {
  return hash('sha1', text.toWellFormed(), 'base64url')
}

/** 1 is running, 20 is success; the many codes from 40 up are a failure only if the text confirms it. */
export function otomaxVerdict(fields: Fields): Verdict {
  const status = fields.get('status') ?? ''
  if (!/^\d{1,3}$/.test(status)) return successVerdict(fields)
  const code = Number(status)
  if (code === 1) return 'pending'
  if (code === 20) return 'success'
  return code >= 40 ? 'perhaps-failed' : null
}
