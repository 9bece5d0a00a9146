import type { IncomingHttpHeaders } from 'node:http'

/** A row of a statement as somebody tells it who watches the account. */
export interface FeedRow {
  /** The feed's own name of the row. */
  id: string | null
  accountNo: string | null
  at: Date
  /** False where the feed tells days only. */
  hasTime: boolean
  /** In sen; positive came in. */
  amount: bigint
  description: string
  /** After the row, in sen. */
  balance: bigint | null
}

export interface Delivery {
  /** Ours that it is about, as the address says. */
  bank: string
  headers: IncomingHttpHeaders
  body: string
  now: Date
}

/** Somebody's way of telling rows. */
export interface BankFeed {
  name: 'feed' | 'moota' | 'cekmutasi'
  /** Whether who sent this knows the secret. */
  proves(delivery: Delivery, secret: string): boolean
  /** Throws `FeedError` for what is none of its deliveries. */
  rows(body: string): FeedRow[]
}

export class FeedError extends Error {}
