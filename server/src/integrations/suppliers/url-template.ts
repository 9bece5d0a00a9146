/** Addresses with [placeholders], the style in which this trade's suppliers document their servers. */
import { hash } from 'node:crypto'
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Address } from '#integrations/suppliers/exchange.ts'
import { encode, hidden } from '#integrations/suppliers/redact.ts'
import type { SupplierAccess, SupplierOrder, SupplierTemplates } from '#integrations/suppliers/supplier.ts'

export type TemplateName = keyof SupplierTemplates

/**
 * Scheme and server as plainly as they can be written, so that whoever looks at the text and whoever sends the request see the
 * same server: the parser of URLs takes `http:/evil`, `http:evil` and `http:\\evil` for addresses as well. Nothing is filled in
 * before the path, since a user name that becomes the server's name can be changed later.
 */
const plainServer = /^https?:\/\/(?:\[(?=[^\]]*:)[\d.:a-f]+\]|[^\s/\\?#[\]@:]+)(?::\d+)?(?=[/?#]|$)/i

export const isWholeAddress = (text: string): boolean => plainServer.test(text)

/** Under these names OtomaX takes another product code as well. */
const codeNames: ReadonlySet<TemplateName> = new Set(['order', 'inquiry', 'payment'])
const meantAsAddress = /^\s*https?:|:\/\//i

/** What is neither may not be saved and is sent nowhere. */
export function meaningOf(kind: SupplierKind, name: TemplateName, template: string): 'address' | 'product code' | 'neither' {
  if (isWholeAddress(template)) return 'address'
  return kind === 'otomax' && codeNames.has(name) && !meantAsAddress.test(template) ? 'product code' : 'neither'
}

const secretNames = new Set(['pin', 'password', 'sign'])

/** A secret beside a letter, a digit or another value: who reads an echo of it could no longer tell where it begins and ends. */
const secretTouched = /[a-z\d\]]\[(?:pin|password|sign)\]|\[(?:pin|password|sign)\][a-z\d[]/i

export const touchesSecret = (template: string): boolean => secretTouched.test(template)

/**
 * The address that the seller gave under this name, or null where it gave none. Every value is percent-encoded, so that a target
 * number can never become a parameter of its own.
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

/** md5(username + password + reference) in lower-case hex, the most common recipe of JSON peers. Unverified for GET servers. */
function signature(access: SupplierAccess, order: SupplierOrder | null): string {
  return hash('md5', access.username + access.password + (order?.reference ?? ''), 'hex')
}
