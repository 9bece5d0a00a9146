import type { patternNames, SupplierKind } from '@lapak/contract/catalogue/seller-api'
/**
 * The requests that every seller's server answers, whatever its protocol.
 *
 * The distinction that protects money is made here. `failed` is about the order: no goods were or will be delivered. `unsent` and `refused` are about
 * this one call, which bought nothing; an earlier call for the same order may have. A time-out, a 5xx, a connection that broke after the request
 * left, or an unreadable answer is `unknown` and nothing else.
 */
/** How a seller's server is reached. Secrets arrive decrypted and must never be logged or stored with an attempt. */
export interface SupplierAccess {
  kind: SupplierKind
  apiUrl: string
  userId: string
  pin: string
  username: string
  password: string
  timeoutMs: number
  /** Texts that the viewer of the exchange has entered. They may be guesses at the secrets, so they are hidden like secrets. */
  typed?: readonly string[]
  /** URLs with [placeholders] for `http-get`. The other kinds have default URLs, which a template replaces. */
  templates: SupplierTemplates
  /** The seller's own patterns; a missing one falls back to the default pattern. */
  patterns: Partial<AnswerPatterns>
}

export interface SupplierTemplates {
  order?: string
  status?: string
  balance?: string
  inquiry?: string
  payment?: string
}

/** Regular expressions (source text, case-insensitive) that classify a text answer, see `answer.ts`. */
export type AnswerPatterns = Record<(typeof patternNames)[number], string>

export interface SupplierOrder {
  /** Our reference; the seller must treat a repeated reference as the same order. */
  reference: string
  /** The seller's own code for the product. */
  productCode: string
  target: string
  /** The product's name on the platform: keywords in it are not a state. Null if it is not known. */
  productName?: string | null
  /** The sequence number of this intended purchase among those of the same product for the same target. */
  counter: number
  /** Whole rupiah for open denominations, else null. */
  amount: bigint | null
  /** True if the order pays a bill after its inquiry. */
  payment: boolean
  /** The seller's own reference of the inquiry that is being paid, if it gave one. */
  inquiryReference: string | null
}

export type SupplierOutcome =
  | { state: 'success'; serialNumber: string | null; message: string; supplierReference: string | null }
  /** `ofCall`: the reason is unknown, so the failure may be about this one call only. */
  | { state: 'failed'; message: string; ofCall?: true }
  | { state: 'pending'; message: string; supplierReference: string | null }
  /**
   * This request was refused (balance, PIN, our IP address). Only an order may return this state. `connection`: the server would refuse any other
   * request as well.
   */
  | { state: 'refused'; message: string; connection?: true }
  /** The seller has not seen this reference on these days (see `day.ts`). Only a status query may return this state. */
  | { state: 'not-found'; message: string; days: readonly string[] }
  /** This request certainly was not sent (connection refused, host name not found, destination address refused). */
  | { state: 'unsent'; message: string }
  /** `partial`: the seller says that only a part was delivered, so a person must decide whatever a later answer says. */
  | { state: 'unknown'; message: string; partial?: true }

/** The outcome with the request and the answer, for the history of attempts. Both texts are redacted and at most 4 kB. */
export interface SupplierExchange<Outcome = SupplierOutcome> {
  outcome: Outcome
  request: string
  answer: string
  /** Milliseconds from the first byte sent to the last byte received. */
  tookMs: number
}

export type InquiryOutcome =
  | {
      state: 'found'
      customerName: string
      period: string
      /** Whole rupiah: the amount that the biller charges, without the biller's admin fee. */
      bill: bigint
      /** Whole rupiah: the biller's admin fee, shown to the customer. */
      adminFee: bigint
      supplierReference: string | null
      message: string
    }
  | { state: 'failed'; message: string }
  | { state: 'unknown'; message: string }

/** The owner of a number, if the seller's server knows it. */
export type CustomerOutcome =
  | { state: 'found'; customerName: string; message: string }
  | { state: 'failed'; message: string }
  | { state: 'unknown'; message: string }

export type BalanceOutcome =
  | { state: 'known'; balance: bigint | null; message: string }
  | { state: 'failed'; message: string }
  | { state: 'unknown'; message: string }

export interface PriceListRow {
  supplierCode: string
  /** Whole rupiah. */
  price: bigint
  open: boolean
}

export interface PriceList {
  rows: PriceListRow[]
  /** The number of rows without a code or a price, or with an unknown keyword for open or closed. */
  unread: number
}

/** One protocol. No method throws because of anything that the seller's server does. */
export interface Supplier {
  order(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange>
  status(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange>
  inquiry(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange<InquiryOutcome>>
  /** Queries the owner of a number by the seller's check code. Sent like a bill inquiry, so that it can never buy anything. */
  customer(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange<CustomerOutcome>>
  balance(access: SupplierAccess): Promise<SupplierExchange<BalanceOutcome>>
  /** Null if the protocol has no price list; the result is null if the list could not be fetched or read. */
  priceList: ((access: SupplierAccess) => Promise<PriceList | null>) | null
  /** True if a status query sends the order again, which is safe only while the seller remembers the order. */
  statusResendsOrder: boolean
}

/** A report (incoming callback) of a seller's server, already read by its protocol. */
export interface SupplierReport {
  reference: string
  outcome: Extract<SupplierOutcome, { state: 'success' | 'failed' | 'pending' | 'unknown' }>
}
