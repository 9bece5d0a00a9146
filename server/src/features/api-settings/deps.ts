import type { Config } from '#core/config.ts'
import type { Database } from '#core/db.ts'
import type { Vault } from '#core/secrets.ts'
import type { Supplier, SupplierKind } from '#outside/suppliers/supplier.ts'
import type { Outbox } from '../outbox/outbox.ts'

export interface ApiSettingsDeps {
  db: Database
  vault: Vault
  outbox: Pick<Outbox, 'mail'>
  suppliers: Record<SupplierKind, Supplier>
  config: Pick<Config, 'allowedHosts'>
  /** Where the page lives, without a slash at the end. */
  publicUrl(): string
}
