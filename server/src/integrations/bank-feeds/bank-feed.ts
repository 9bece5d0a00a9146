import type { IncomingHttpHeaders } from 'node:http'

/** A row of a bank statement, as reported by a feed: a service that watches the platform's bank account. */
export interface FeedRow {
  /** The feed's own id of the row. */
  id: string | null
  accountNo: string | null
  at: Date
  /** False if the feed reports only the day of the row, without a time. */
  hasTime: boolean
  /** In sen; positive is incoming money. */
  amount: bigint
  /** True for a negative credit: the bank took a credit back. */
  isReversal?: true
  description: string
  /** The balance after the row, in sen. */
  balance: bigint | null
}

export interface Delivery {
  /** The code of the platform's bank that the delivery is about, from the URL of the request. */
  bank: string
  headers: IncomingHttpHeaders
  body: string
  now: Date
}

/** The authentication and the row format of a feed. */
export interface BankFeed {
  name: 'feed' | 'moota' | 'cekmutasi'
  /** Checks that the sender of the delivery knows the feed's secret. */
  proves(delivery: Delivery, secret: string): boolean
  /** Throws `FeedError` if the body is not a delivery of this feed. */
  rows(body: string): FeedRow[]
}

export class FeedError extends Error {}
