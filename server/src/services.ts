import type { VersionedCache } from '#db/cache.ts'
import type { Database } from '#db/db.ts'
import type { Outgoing } from '#http/outgoing.ts'
import type { WriteCheck } from '#http/write-check.ts'
import type { IdentityProviders } from '#integrations/oauth/oauth.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Disbursement, Gateway, ProviderAccount } from '#integrations/payment-gateway/payment-gateway.ts'
import type { Sandbox } from '#integrations/payment-gateway/sandbox.ts'
import type { createSuppliers } from '#integrations/suppliers/suppliers.ts'
import type { PushIdentity } from '#integrations/web-push/push-service.ts'
import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { CatalogueSnapshot } from './contexts/market-data/snapshot/snapshot.ts'
import type { Otp } from './contexts/members/otp/otp.ts'
import type { SessionAttempts } from './contexts/members/passwords/passwords.ts'
import type { TwoFactor } from './contexts/members/two-factor/two-factor.ts'
import type { Purchases } from './contexts/ordering/purchases/purchases.ts'
import type { Keys } from './contexts/partners/api-keys/api-keys.ts'
import type { Callbacks } from './contexts/partners/callbacks/callbacks.ts'
import type { XmppAddresses } from './contexts/partners/jabber/jabber.ts'
import type { Audit } from './contexts/system/audit/audit.ts'
import type { Maintenance } from './contexts/system/maintenance/maintenance.ts'
import type { Outbox } from './contexts/system/outbox/outbox.ts'
import type { Settings } from './contexts/system/settings/settings.ts'
import type { Uploads } from './contexts/system/uploads/uploads.ts'

/** Services shared by all roles. */
export interface Services {
  config: Config
  db: Database
  audit: Audit
  settings: Settings
  cipher: Cipher
  outbox: Outbox
  otp: Otp
  sessionAttempts: SessionAttempts
  twoFactor: TwoFactor
  identityProviders: IdentityProviders
  /** Null if payment by bank transfer is the only method. */
  gateway: Gateway | null
  /** The simulated provider, if the gateway is the sandbox. */
  sandbox: Sandbox | null
  /** Null if cash-outs are paid manually. */
  disbursement: Disbursement | null
  /** The provider's own record, with which the books are compared; null without one. */
  providerAccount: ProviderAccount | null
  catalogue: CatalogueSnapshot
  maintenance: Maintenance
  keys: Keys
  addresses: XmppAddresses
  outgoing: Outgoing
  writeCheck: WriteCheck
  /** Identity for push services; null if not configured. */
  pushIdentity: PushIdentity | null
  suppliers: ReturnType<typeof createSuppliers>
  uploads: Uploads
  store: ObjectStore
  callbacks: Callbacks
  purchases: Purchases
  installation: string
  refreshCatalogue(): Promise<void>
  /** Wraps a change of cached rows: resolves once the cache contains it. */
  afterRefresh: VersionedCache['afterRefresh']
  log: Log
  /** Null while no traces are sent. */
  tracer: Tracer | null
}
