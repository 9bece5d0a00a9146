/** URLs with [placeholders], the form in which suppliers document their servers. */
import { hash } from 'node:crypto'
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Address } from '#integrations/suppliers/exchange.ts'
import { encode, hidden } from '#integrations/suppliers/redact.ts'
import type { SupplierAccess, SupplierOrder, SupplierTemplates } from '#integrations/suppliers/supplier.ts'

export type TemplateName = keyof SupplierTemplates

/**
 * Scheme and host in their plainest form, so that a person and the program that sends the request see the same host: the URL parser also accepts
 * `http:/evil`, `http:evil` and `http:\\evil`. No placeholder is allowed before the path, since a user name that becomes the host name could be
 * changed later.
 */
const plainServer = /^https?:\/\/(?:\[(?=[^\]]*:)[\d.:a-f]+\]|[^\s/\\?#[\]@:]+)(?::\d+)?(?=[/?#]|$)/i

export const isWholeAddress = (text: string): boolean => plainServer.test(text)

/** For templates with these names, OtomaX also accepts another product code instead of a URL. */
const codeNames: ReadonlySet<TemplateName> = new Set(['order', 'inquiry', 'payment'])
const meantAsAddress = /^\s*https?:|:\/\//i

/** What a template means. A template that means `neither` must not be saved and is never sent. */
export function meaningOf(kind: SupplierKind, name: TemplateName, template: string): 'address' | 'product code' | 'neither' {
  if (isWholeAddress(template)) return 'address'
  return kind === 'otomax' && codeNames.has(name) && !meantAsAddress.test(template) ? 'product code' : 'neither'
}

const secretNames = new Set(['pin', 'password', 'sign'])

/** A secret next to a letter, a digit or another value: if a server repeated it, the beginning and the end of the secret could not be recognized. */
const secretTouched = /[a-z\d\]]\[(?:pin|password|sign)\]|\[(?:pin|password|sign)\][a-z\d[]/i

export const touchesSecret = (template: string): boolean => secretTouched.test(template)

/**
 * Fills in the seller's URL template with this name; null if the seller has no such template. Every value is percent-encoded, so that a target can
 * never become a parameter of its own.
 */
export function fillTemplate(access: SupplierAccess, name: TemplateName, order: SupplierOrder | null): Address | null {
  const template = access.templates[name]
  if (!template) return null
  const meaning = meaningOf(access.kind, name, template)
  if (meaning === 'product code') return null
  if (meaning === 'neither') return { url: '', shown: template }
  const value = (name: string) => valueFor(name, access, order)
  return {
    url: template.replace(/\[([a-z]+)\]/gi, (whole, name: string) => encodeKnown(value(name.toLowerCase()), whole)),
    shown: template.replace(/\[([a-z]+)\]/gi, (whole, name: string) =>
      secretNames.has(name.toLowerCase()) ? hidden : encodeKnown(value(name.toLowerCase()), whole),
    ),
    signs: [signature(access, order)],
  }
}

function encodeKnown(value: string | null, placeholder: string): string {
  return value === null ? placeholder : encode(value)
}

function valueFor(name: string, access: SupplierAccess, order: SupplierOrder | null): string | null {
  switch (name) {
    case 'userid':
      return access.userId
    case 'pin':
      return access.pin
    case 'username':
      return access.username
    case 'password':
      return access.password
    case 'sign':
      return signature(access, order)
    case 'kodeproduk':
      return order?.productCode ?? ''
    case 'tujuan':
      return order?.target ?? ''
    case 'refid':
      return order?.reference ?? ''
    case 'inqref':
      return order?.inquiryReference ?? ''
    case 'counter':
      return String(order?.counter ?? 1)
    case 'qty':
      return String(order?.amount ?? 1n)
    default:
      return null
  }
}

/** md5(username + password + reference) in lower-case hex, the most common recipe of JSON servers. Not verified for GET servers. */
function signature(access: SupplierAccess, order: SupplierOrder | null): string {
  return hash('md5', access.username + access.password + (order?.reference ?? ''), 'hex')
}
