/** Addresses with [placeholders], the style in which this trade's suppliers document their servers. */
import { hash } from 'node:crypto'
import { type Address, encode, hidden } from '#outside/suppliers/exchange.ts'
import type { SupplierAccess, SupplierOrder } from '#outside/suppliers/supplier.ts'

const secretNames = new Set(['pin', 'password', 'sign'])

/** Every value is percent-encoded, so that a target number can never become a parameter of its own. */
export function fillTemplate(template: string, access: SupplierAccess, order: SupplierOrder | null): Address {
  const value = (name: string) => valueFor(name, access, order)
  return {
    url: template.replace(/\[([a-z]+)\]/gi, (whole, name: string) => encodeKnown(value(name.toLowerCase()), whole)),
    shown: template.replace(/\[([a-z]+)\]/gi, (whole, name: string) =>
      secretNames.has(name.toLowerCase()) ? hidden : encodeKnown(value(name.toLowerCase()), whole),
    ),
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
