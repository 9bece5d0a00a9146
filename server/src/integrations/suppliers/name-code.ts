/** Decides by which product code a name query is sent to a seller's server, so that the query can never be taken for an order. */
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { SupplierAccess, SupplierOrder, SupplierTemplates } from '#integrations/suppliers/supplier.ts'
import { isWholeAddress } from '#integrations/suppliers/url-template.ts'

/** The usual prefix of queries: codes that begin with it sell nothing. */
const word = /^CEK/i

/** The text before the code, back to the sign that begins the value in an address. */
const codePlace = /([^=/&?]*)\[kodeproduk\]/gi

/**
 * The code to fill in for a seller's own check code, or null if it must not be sent. A template for inquiries may contain the code in the same place
 * as an order does, so the value that is sent must begin with CEK, without repeating a CEK of the template.
 */
export function nameCode({ kind, templates }: { kind: SupplierKind; templates: SupplierTemplates }, code: string): string | null {
  const template = templates.inquiry
  // With `jenis` 5, no code buys anything.
  if (!template && kind === 'irs') return code
  const before = template ? wordsBefore(template) : [kind === 'otomax' ? 'CEK' : '']
  if (before.length > 0 && before.every((text) => word.test(text))) return code.replace(word, '')
  return word.test(code) && before.every((text) => text === '') ? code : null
}

function wordsBefore(template: string): string[] {
  const places = [...template.matchAll(codePlace)].map(([, before = '']) => before)
  // Without a place for the code, an address always queries the same, and any other text is the code itself.
  if (places.length === 0) return isWholeAddress(template) ? ['CEK'] : [template]
  return places
}

/** The query to send, or null if it must not be sent. */
export function nameQuestion(access: SupplierAccess, order: SupplierOrder): SupplierOrder | null {
  const productCode = nameCode(access, order.productCode)
  return productCode === null ? null : { ...order, productCode }
}

export const nameUnaskable = { state: 'failed', message: 'Kode cek nama tidak diawali CEK.' } as const
