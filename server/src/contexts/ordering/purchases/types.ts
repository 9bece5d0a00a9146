import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'

/** An order as any channel (page, JSON, GET, Jabber) hands it over. */
export interface Order {
  buyerId: bigint
  reffclient: string
  productcode: string
  target: string
  counter: number
  amount: bigint | null
  maxprice: bigint | null
  /** Of a bill that was asked before. */
  token: string | null
  /** Buy this offer or nothing; null walks the buyer's list. */
  offerId: bigint | null
  channel: OrderChannel
  callbackUrl: string | null
}

export interface Ordered {
  view: PurchaseView
  /** The buyer's balance after the hold, or now for a known order. */
  balance: bigint
  /** True when this reference was this order before. */
  known: boolean
}

/** A report of a seller's server as it came. */
export interface RawReport {
  query: string
  body: string
}
