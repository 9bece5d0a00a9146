import type { OrderChannel } from '@lapak/contract/order-channels'
import type { Routes } from '#core/http.ts'
import type { Log } from '#core/log.ts'
import type { Keys } from '#features/api-keys/api-keys.ts'
import type { Callbacks } from '#features/callbacks/callbacks.ts'
import type { Intake } from '#features/intake/intake.ts'
import type { Market } from '#features/market/market.ts'
import type { Purchases } from '#features/purchases/purchases.ts'

/**
 * A way in for buyers' software. What comes by HTTP is calls, declared in contract/src/doors/, with what they read; its doorkeeper knows who
 * asks and words what is refused.
 */
export interface Door {
  /** No other door has it. */
  channel: OrderChannel
  /** Registers its calls; absent where nothing comes in by HTTP. */
  open?(routes: Routes, parts: DoorParts): void
  /** Its chapter of the guide for partners' developers. */
  guide: string
}

/** What doors are made of. */
export interface DoorParts {
  keys: Keys
  intake: Intake
  market: Market
  purchases: Purchases
  callbacks: Callbacks
  log: Log
}
