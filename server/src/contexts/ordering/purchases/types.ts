import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'

/** An order as every channel (page, JSON, GET, Jabber) passes it on. */
export interface Order {
  buyerId: bigint
  reffclient: string
  productcode: string
  target: string
  counter: number
  amount: bigint | null
  maxprice: bigint | null
  /** The token of a bill that was requested before. */
  token: string | null
  /** Buy only this offer; null uses the buyer's list. */
  offerId: bigint | null
  channel: OrderChannel
  callbackUrl: string | null
}

export interface Ordered {
  view: PurchaseView
  /** The buyer's balance after the hold; the present one for a known order. */
  balance: bigint
  /** True if this order was taken before with this reference. */
  known: boolean
}

/** A report of a seller's server, unparsed. */
export interface RawReport {
  query: string
  body: string
}
