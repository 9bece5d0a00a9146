import type { patternNames, SupplierKind } from '@lapak/contract/catalogue/seller-api'
/**
 * What every seller's server can be asked, whatever dialect it speaks.
 *
 * The distinction that protects money is made here. `failed` is a word about the order: no goods were or will be delivered.
 * `unsent` and `refused` are words about this one call, which bought nothing; an earlier call for the same order may have.
 * A time-out, a 5xx, a broken connection after the request left, or an answer nobody can read is `unknown` and nothing else.
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
  /** What whoever is shown the exchange has typed for it, and may be guesses at the secrets: hidden as they are. */
  typed?: readonly string[]
  /** Addresses with [placeholders] of the `http-get` dialect; the others know defaults, which a template replaces. */
  templates: SupplierTemplates
  /** The seller's own patterns; a missing one falls back to the trade's defaults. */
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
  /** Our reference; the seller must treat the same one as the same order. */
  reference: string
  /** The seller's own code for the product. */
  productCode: string
  target: string
  /** Its name here, whose words are no state; null where it is not known. */
  productName?: string | null
  /** nth wanted purchase of this product for this target. */
  counter: number
  /** Whole rupiah for open denominations, else null. */
  amount: bigint | null
  /** Pays a bill that was asked before. */
  payment: boolean
  /** The seller's own reference of the inquiry that is being paid, when it gave one. */
  inquiryReference: string | null
}

export type SupplierOutcome =
  | { state: 'success'; serialNumber: string | null; message: string; supplierReference: string | null }
  /** `ofCall`: for a reason that nobody knows, so that it may be about this call alone. */
  | { state: 'failed'; message: string; ofCall?: true }
  | { state: 'pending'; message: string; supplierReference: string | null }
  /** This request was turned away (balance, PIN, our address). Only an order may give this. `connection`: whatever were sent would be. */
  | { state: 'refused'; message: string; connection?: true }
  /** The seller says that it has not seen this reference on these days (see `day.ts`). Only a status question may give this. */
  | { state: 'not-found'; message: string; days: readonly string[] }
  /** This request provably never left (connection refused, name not found, address refused). */
  | { state: 'unsent'; message: string }
  | { state: 'unknown'; message: string }

/** The outcome with what was said, for the trail of attempts. Both texts are redacted and at most 4 kB. */
export interface SupplierExchange<Outcome = SupplierOutcome> {
  outcome: Outcome
  request: string
  answer: string
  /** Milliseconds from the first byte sent to the last byte read. */
  tookMs: number
}

export type InquiryOutcome =
  | {
      state: 'found'
      customerName: string
      period: string
      /** Whole rupiah: what the biller asks, without the biller's admin fee. */
      bill: bigint
      /** Whole rupiah: the biller's admin fee, shown to the customer. */
      adminFee: bigint
      supplierReference: string | null
      message: string
    }
  | { state: 'failed'; message: string }
  | { state: 'unknown'; message: string }

/** Whose number it is, as far as the seller's server knows. */
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
  /** Rows without a code, a price or a word for open or closed that anybody knows. */
  unread: number
}

/** One dialect. None of these throws for anything the seller's server does. */
export interface Supplier {
  order(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange>
  status(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange>
  inquiry(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange<InquiryOutcome>>
  /** Whose number it is, by the seller's code for asking that; asked as a bill is, so that it can never buy anything. */
  customer(access: SupplierAccess, order: SupplierOrder): Promise<SupplierExchange<CustomerOutcome>>
  balance(access: SupplierAccess): Promise<SupplierExchange<BalanceOutcome>>
  /** Null when the dialect has no price list; its answer is null when the list could not be had or read. */
  priceList: ((access: SupplierAccess) => Promise<PriceList | null>) | null
  /** True when asking the state means sending the order again, so that it is safe only while the seller remembers it. */
  statusResendsOrder: boolean
}

/** A report (incoming callback) of a seller's server, already matched to its dialect. */
export interface SupplierReport {
  reference: string
  outcome: Extract<SupplierOutcome, { state: 'success' | 'failed' | 'pending' | 'unknown' }>
}
