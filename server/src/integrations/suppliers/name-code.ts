/** By which product code a seller's server is asked whose number it is, so that the question can never be taken for an order. */
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { SupplierAccess, SupplierOrder, SupplierTemplates } from '#integrations/suppliers/supplier.ts'
import { isWholeAddress } from '#integrations/suppliers/url-template.ts'

/** This trade's word for asking: what begins with it sells nothing. */
const word = /^CEK/i

/** What stands before the code up to the sign that begins the value in an address. */
const codePlace = /([^=/&?]*)\[kodeproduk\]/gi

/**
 * The code to fill in for a seller's own one, or null where it may not leave. A template for inquiries may put the code just where an
 * order has it, so what leaves then begins with CEK: once, if the template says it already.
 */
export function nameCode({ kind, templates }: { kind: SupplierKind; templates: SupplierTemplates }, code: string): string | null {
  const template = templates.inquiry
  // Whatever the code is, `jenis` 5 buys nothing.
  if (!template && kind === 'irs') return code
  const before = template ? wordsBefore(template) : [kind === 'otomax' ? 'CEK' : '']
  if (before.length > 0 && before.every((text) => word.test(text))) return code.replace(word, '')
  return word.test(code) && before.every((text) => text === '') ? code : null
}

function wordsBefore(template: string): string[] {
  const places = [...template.matchAll(codePlace)].map(([, before = '']) => before)
  // Without a place for the code an address asks the same always, and another text is the code itself.
  if (places.length === 0) return isWholeAddress(template) ? ['CEK'] : [template]
  return places
}

/** The question as it may leave, or null. */
export function nameQuestion(access: SupplierAccess, order: SupplierOrder): SupplierOrder | null {
  const productCode = nameCode(access, order.productCode)
  return productCode === null ? null : { ...order, productCode }
}

export const nameUnaskable = { state: 'failed', message: 'Kode cek nama tidak diawali CEK.' } as const
