import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'

/** An order in the form that every channel (web app, JSON, GET, Jabber) passes on. */
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
  /** The only offer to buy; null uses the buyer's list. */
  offerId: bigint | null
  channel: OrderChannel
  callbackUrl: string | null
}

export interface OrderResult {
  view: PurchaseView
  /** The buyer's balance after the hold, or its present balance if the order was stored before. */
  balance: bigint
  /** True if an order with this reference was already stored. */
  isDuplicate: boolean
}

/** An unparsed report of a seller's server. */
export interface RawReport {
  query: string
  body: string
}
