import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Intake } from '#contexts/ordering/intake/intake.ts'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { Routes } from '#http/http.ts'
import type { Log } from '#shared/log.ts'

/**
 * A channel for buyers' software. Its HTTP calls are declared in contract/src/partner-api/ with their input; its authenticator authenticates the
 * caller and formats refusals.
 */
export interface ChannelAdapter {
  /** Unique per channel. */
  channel: OrderChannel
  /** Registers the HTTP calls of the channel; absent for a channel without HTTP. */
  open?(routes: Routes, parts: ChannelServices): void
  /** The chapter of the partner guide about this channel. */
  guide: string
}

/** Services that channels use. */
export interface ChannelServices {
  keys: Keys
  intake: Intake
  catalogue: CatalogueSnapshot
  purchases: Purchases
  callbacks: Callbacks
  log: Log
}
