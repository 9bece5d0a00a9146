import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { SellerApi } from '#contexts/market-data/snapshot/snapshot.ts'
import type { SupplierAccess } from '#integrations/suppliers/supplier.ts'
import type { Cipher } from '#shared/secrets.ts'

/** The settings needed to reach a seller's server, either saved or entered for a test. */
export type ReachedApi = Pick<
  SellerApi,
  'sellerId' | 'kind' | 'apiUrl' | 'userId' | 'username' | 'pin' | 'password' | 'timeoutMs' | 'templates' | 'patterns'
>

/** Returns how to reach a seller's server, with decrypted secrets. */
export function supplierAccess(api: ReachedApi, cipher: Cipher): SupplierAccess {
  const open = (encrypted: Buffer | null) => (encrypted === null ? '' : cipher.decrypt(encrypted, api.sellerId))
  return {
    kind: supplierKinds[api.kind],
    apiUrl: api.apiUrl,
    userId: api.userId,
    username: api.username,
    pin: open(api.pin),
    password: open(api.password),
    timeoutMs: api.timeoutMs,
    templates: api.templates,
    patterns: api.patterns,
  }
}
