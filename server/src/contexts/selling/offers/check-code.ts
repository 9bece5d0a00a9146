import { type SupplierType, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { nameCode } from '#integrations/suppliers/name-code.ts'
import type { SupplierTemplates } from '#integrations/suppliers/supplier.ts'

/**
 * Returns a function that explains why a check code is refused, or returns null. A check code is refused if the seller's server, with its current
 * settings, could take it for an order. If the settings change later, an unsafe code is not sent.
 */
export async function checkCodesOf(read: Reader, sellerId: bigint): Promise<(code: string | null) => string | null> {
  const api = await read.selectFrom('seller_api').select(['kind', 'templates']).where('seller_id', '=', sellerId).executeTakeFirst()
  if (!api) return () => null
  const server = { kind: supplierKinds[api.kind as SupplierType], templates: api.templates as SupplierTemplates }
  return (code) =>
    code === null || nameCode(server, code) !== null ? null : 'Di server Anda hanya kode yang diawali CEK pasti tidak membeli'
}

export async function refuseUnsafeCheckCode(read: Reader, sellerId: bigint, code: string | null): Promise<void> {
  const wrong = (await checkCodesOf(read, sellerId))(code)
  if (wrong !== null) throw new Refusal('input.invalid', {}, { errors: { kodecek: wrong } })
}
