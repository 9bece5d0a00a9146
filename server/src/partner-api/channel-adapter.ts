import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Intake } from '#contexts/ordering/intake/intake.ts'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { Routes } from '#http/http.ts'
import type { Log } from '#shared/log.ts'

/**
 * A way in for buyers' software. What comes by HTTP is calls, declared in contract/src/partner-api/, with what they read; its authenticator knows who
 * asks and words what is refused.
 */
export interface ChannelAdapter {
  /** No other channel has it. */
  channel: OrderChannel
  /** Registers its calls; absent where nothing comes in by HTTP. */
  open?(routes: Routes, parts: ChannelServices): void
  /** Its chapter of the guide for partners' developers. */
  guide: string
}

/** What channels are made of. */
export interface ChannelServices {
  keys: Keys
  intake: Intake
  market: CatalogueSnapshot
  purchases: Purchases
  callbacks: Callbacks
  log: Log
}
