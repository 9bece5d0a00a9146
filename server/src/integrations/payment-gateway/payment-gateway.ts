import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderName } from '@lapak/contract/funds/reconciliation'
import type { BankCode } from '@lapak/contract/shared/banks'

/** The kinds of payment requests: a page for card payments, a QRIS code, or a virtual account of the member. */
export type PaymentRequestKind = 'invoice' | 'qris' | 'va'

export interface PaymentRequestInput {
  kind: PaymentRequestKind
  /** Our reference, under which the provider reports the result later. */
  reference: string
  /** In whole rupiah; null if the payer chooses the amount, as for a virtual account. */
  amount: bigint | null
  description: string
  payer: { name: string; email: string }
  /** The time until which the request can be paid; null if it never expires, like a virtual account. */
  expiresAt: Date | null
}

/** The data that the payer needs; depending on the kind, one of the last three fields is set. */
export interface PaymentInstructions {
  /** The provider's id of the payment request. */
  id: string
  url: string | null
  qr: string | null
  accountNo: string | null
}

/** A payment that the provider reports as received. */
export interface ProviderPayment {
  kind: PaymentRequestKind
  /** The provider's id of the payment; two reports with the same id are the same payment. */
  id: string
  reference: string
  amount: bigint
  paidAt: Date | null
  /** The fields of the report that may be stored: no card data, and no account number of another person. */
  facts: Record<string, string | number>
}

export interface PaymentRequestResult {
  /** Null if the payment request can no longer be paid. */
  opened: PaymentInstructions | null
  payments: ProviderPayment[]
}

export type Answer<Value> =
  | { kind: 'answer'; value: Value }
  /** The provider refused the request. `duplicate`: the provider already has this reference. `unknown`: the provider does not know this reference. */
  | { kind: 'refused'; code: 'duplicate' | 'unknown' | 'other'; message: string }
  /** The request certainly had no effect: it was not sent, or the provider rejected our key (`locked`). It can safely be sent again. */
  | { kind: 'unsent'; locked: boolean; message: string }
  /** The request may or may not have been processed. */
  | { kind: 'unknown'; message: string }

/** The content of a callback. Null if its sender is not authenticated as the provider. */
export type GatewayCallback =
  | { kind: 'paid'; payment: ProviderPayment }
  | { kind: 'expired'; of: PaymentRequestKind; reference: string }
  /** A callback about this reference in an unknown form; it may report a payment. */
  | { kind: 'unread'; reference: string }
  /** The state of a payout has changed; the new state has to be queried. */
  | { kind: 'payout'; reference: string }
  | { kind: 'other' }

export interface Gateway {
  /** The name of the gateway in the URL of its callbacks. */
  name: 'xendit' | 'sandbox'
  createPaymentRequest(question: PaymentRequestInput): Promise<Answer<PaymentInstructions>>
  /** The result of a payment request; null if the provider does not know the reference. */
  getPaymentRequest(kind: PaymentRequestKind, reference: string): Promise<Answer<PaymentRequestResult | null>>
  /** Reads a callback and authenticates it over the raw body. */
  parseCallback(body: string, headers: IncomingHttpHeaders): GatewayCallback | null
}

/** A payment to the bank account of a member. */
export interface Payout {
  /** Our reference; two requests with the same reference are paid once. */
  reference: string
  bankCode: BankCode
  accountNo: string
  accountName: string
  amount: bigint
  description: string
}

export interface ProviderPayout {
  id: string
  reference: string
  amount: bigint
  /** `reversed` follows only after `succeeded`: the bank sent the money back. Any other status of the provider is read as `waits`. */
  state: 'waits' | 'succeeded' | 'failed' | 'reversed'
  failure: string | null
}

/** Pays members' bank accounts from the platform's balance at the provider. */
export interface Disbursement {
  /** Whether new payouts are accepted. Earlier payouts can be queried even if it is false. */
  open: boolean
  sendPayout(payout: Payout): Promise<Answer<ProviderPayout>>
  /** Null if the provider does not know the payout. A later query may still find it, since the provider's list may lag behind. */
  getPayout(payout: Payout): Promise<Answer<ProviderPayout | null>>
}

/** A transaction of the platform's account at the provider. All amounts are in sen. */
export interface ProviderTransaction {
  id: string
  /** The provider's id of the payment or payout behind the transaction. */
  productId: string
  /** The reference under which it was requested; empty if nobody gave one. */
  reference: string
  /** The provider's word for it, such as PAYMENT or WITHDRAWAL. */
  type: string
  direction: 'in' | 'out'
  status: 'pending' | 'success' | 'failed' | 'reversed'
  amount: bigint
  /** Null until the provider has charged it. */
  fee: bigint | null
  happenedAt: Date
  /** When the money became, or becomes, part of the balance; null if the provider still keeps it apart. */
  settlesAt: Date | null
}

/** The provider's own record of the platform's account, which is compared with the books. */
export interface ProviderAccount {
  name: ProviderName
  /** The codes of the other installations that use this account. */
  sharedWith: readonly string[]
  /** The transactions from `from` until before `until`: all of them, or an answer that is not 'answer'. */
  listTransactions(from: Date, until: Date): Promise<Answer<ProviderTransaction[]>>
  /** The balance at that time, in sen, without money that is not settled yet. */
  getBalance(at: Date): Promise<Answer<bigint>>
}
