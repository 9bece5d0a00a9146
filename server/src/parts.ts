import type { Config } from '#core/config.ts'
import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import type { Mirror } from '#core/mirror.ts'
import type { Outgoing } from '#core/outgoing.ts'
import type { Vault } from '#core/secrets.ts'
import type { Disbursement, Gateway } from '#outside/gateway/gateway.ts'
import type { Sandbox } from '#outside/gateway/sandbox.ts'
import type { IdentityProviders } from '#outside/identity/identity.ts'
import type { ObjectStore } from '#outside/object-store/object-store.ts'
import type { PushIdentity } from '#outside/push/push-service.ts'
import type { createSuppliers } from '#outside/suppliers/suppliers.ts'
import type { Keys } from './features/api-keys/api-keys.ts'
import type { Audit } from './features/audit/audit.ts'
import type { Callbacks } from './features/callbacks/callbacks.ts'
import type { JabberAddresses } from './features/jabber/jabber.ts'
import type { Maintenance } from './features/maintenance/maintenance.ts'
import type { Market } from './features/market/market.ts'
import type { Otp } from './features/otp/otp.ts'
import type { Outbox } from './features/outbox/outbox.ts'
import type { SessionGuesses } from './features/passwords/passwords.ts'
import type { Purchases } from './features/purchases/purchases.ts'
import type { Settings } from './features/settings/settings.ts'
import type { TwoFactor } from './features/two-factor/two-factor.ts'
import type { Uploads } from './features/uploads/uploads.ts'

/** What both roles are made of. */
export interface Parts {
  config: Config
  db: Database
  audit: Audit
  settings: Settings
  vault: Vault
  outbox: Outbox
  otp: Otp
  guesses: SessionGuesses
  twoFactor: TwoFactor
  identityProviders: IdentityProviders
  /** Null where nobody can pay but by transfer. */
  gateway: Gateway | null
  /** Its other side, where it is the sandbox. */
  sandbox: Sandbox | null
  /** Null where cash-outs are paid by hand. */
  disbursement: Disbursement | null
  market: Market
  maintenance: Maintenance
  keys: Keys
  addresses: JabberAddresses
  outgoing: Outgoing
  /** Who pushes to browsers; null where nobody said who that is. */
  pushIdentity: PushIdentity | null
  suppliers: ReturnType<typeof createSuppliers>
  uploads: Uploads
  store: ObjectStore
  callbacks: Callbacks
  purchases: Purchases
  installation: string
  refreshMarket(): Promise<void>
  /** What a change of mirrored rows answers, once memory holds them. */
  remembered: Mirror['remembered']
  log: Log
}
