import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Outgoing } from '#http/outgoing.ts'
import { createHttpGet } from '#integrations/suppliers/http-get/http-get.ts'
import { createIrs } from '#integrations/suppliers/irs/irs.ts'
import { createOtomax } from '#integrations/suppliers/otomax/otomax.ts'
import type { Supplier } from '#integrations/suppliers/supplier.ts'

export function createSuppliers(outgoing: Outgoing): Record<SupplierKind, Supplier> {
  return { irs: createIrs(outgoing), otomax: createOtomax(outgoing), 'http-get': createHttpGet(outgoing) }
}
