/** Decides with which product code a name query is sent to a seller's server, so that the server can never read the query as an order. */
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { SupplierAccess, SupplierOrder, SupplierTemplates } from '#integrations/suppliers/supplier.ts'
import { isWholeAddress } from '#integrations/suppliers/url-template.ts'

/** The usual prefix of queries: codes that begin with it sell nothing. */
const word = /^CEK/i

/** The text before the code, back to the sign that begins the value in a URL. */
const codePlace = /([^=/&?]*)\[kodeproduk\]/gi

/**
 * Returns the code to send for a seller's own check code, or null if the query must not be sent. An inquiry template may contain the code in the same
 * place as an order, so the value in the request must begin with CEK. If the template already contains CEK, it is not repeated.
 */
export function nameCode({ kind, templates }: { kind: SupplierKind; templates: SupplierTemplates }, code: string): string | null {
  const template = templates.inquiry
  // An IRS inquiry is sent with `jenis` 5, with which no code buys anything.
  if (!template && kind === 'irs') return code
  const before = template ? wordsBefore(template) : [kind === 'otomax' ? 'CEK' : '']
  if (before.length > 0 && before.every((text) => word.test(text))) return code.replace(word, '')
  return word.test(code) && before.every((text) => text === '') ? code : null
}

function wordsBefore(template: string): string[] {
  const places = [...template.matchAll(codePlace)].map(([, before = '']) => before)
  // A URL without a place for the code always sends the same query. Any other template without such a place is the code itself.
  if (places.length === 0) return isWholeAddress(template) ? ['CEK'] : [template]
  return places
}

/** Returns the query to send, or null if it must not be sent. */
export function nameQuestion(access: SupplierAccess, order: SupplierOrder): SupplierOrder | null {
  const productCode = nameCode(access, order.productCode)
  return productCode === null ? null : { ...order, productCode }
}

export const nameUnaskable = { state: 'failed', message: 'Kode cek nama tidak diawali CEK.' } as const
