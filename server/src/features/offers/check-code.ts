import { type SupplierType, supplierKinds } from '@lapak/contract/seller-api'
import type { Tx } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { nameCode } from '#outside/suppliers/name-code.ts'
import type { SupplierTemplates } from '#outside/suppliers/supplier.ts'

/** A code for asking names that the seller's server, as it is saved now, could take for an order. Saved otherwise later, it is not asked. */
export async function refuseUnsafeCheckCode(tx: Tx, sellerId: bigint, code: string | null): Promise<void> {
  if (code === null) return
  const api = await tx.selectFrom('seller_api').select(['kind', 'templates']).where('seller_id', '=', sellerId).executeTakeFirst()
  if (!api) return
  const server = { kind: supplierKinds[api.kind as SupplierType], templates: api.templates as SupplierTemplates }
  if (nameCode(server, code) === null)
    throw new Refusal('input.invalid', {}, { errors: { kodecek: 'Di server Anda hanya kode yang diawali CEK pasti tidak membeli' } })
}
