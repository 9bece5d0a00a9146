import type { SupplierKind } from '@lapak/contract/seller-api'
import type { Outgoing } from '#core/outgoing.ts'
import { createHttpGet } from '#outside/suppliers/http-get/http-get.ts'
import { createIrs } from '#outside/suppliers/irs/irs.ts'
import { createOtomax } from '#outside/suppliers/otomax/otomax.ts'
import type { Supplier } from '#outside/suppliers/supplier.ts'

export function createSuppliers(outgoing: Outgoing): Record<SupplierKind, Supplier> {
  return { irs: createIrs(outgoing), otomax: createOtomax(outgoing), 'http-get': createHttpGet(outgoing) }
}
