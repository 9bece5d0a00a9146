import type { IncomingHttpHeaders } from 'node:http'
import type { BankCode } from '@lapak/contract/shared/banks'

/** What a payment provider is asked for: a page that takes a card, a QRIS code, or an account of the member's own. */
export type AskKind = 'invoice' | 'qris' | 'va'

export interface Question {
  kind: AskKind
  /** Our own name for it, by which the provider answers later what became of it. */
  reference: string
  /** In whole rupiah; null where the payer chooses, as at an account. */
  amount: bigint | null
  description: string
  payer: { name: string; email: string }
  /** Until when it can be paid; null where it never ends, as an account. */
  expiresAt: Date | null
}

/** What the payer needs; of each kind one of the last three is there. */
export interface Opened {
  /** The provider's own number. */
  id: string
  url: string | null
  qr: string | null
  accountNo: string | null
}

/** Money that the provider says it got. */
export interface ProviderPayment {
  kind: AskKind
  /** The provider's number of the payment; told twice, it is the same payment. */
  id: string
  reference: string
  amount: bigint
  paidAt: Date | null
  /** What may be kept of how it was told: nothing of cards, and no account of a stranger. */
  facts: Record<string, string | number>
}

export interface Found {
  /** Null where what was opened can no longer be paid. */
  opened: Opened | null
  payments: ProviderPayment[]
}

export type Answer<Value> =
  | { kind: 'answer'; value: Value }
  /** The provider said no. `duplicate`: it has this reference already; `unknown`: it has not. */
  | { kind: 'refused'; code: 'duplicate' | 'unknown' | 'other'; message: string }
  /** Provably nothing came of it: it did not leave this machine, or the provider did not let our key in (`locked`). Asked again, it is asked once. */
  | { kind: 'unsent'; locked: boolean; message: string }
  /** It may have been asked, or not. */
  | { kind: 'unknown'; message: string }

/** What a callback says. Null where its sender is not proved to be the provider. */
export type Heard =
  | { kind: 'paid'; payment: ProviderPayment }
  | { kind: 'expired'; of: AskKind; reference: string }
  /** About what was asked for under this reference, and not in a form that is known: it may be money. */
  | { kind: 'unread'; reference: string }
  /** Something became of a payout: it is asked for what. */
  | { kind: 'payout'; reference: string }
  | { kind: 'other' }

export interface Gateway {
  /** As it stands in the address of its callbacks. */
  name: 'xendit' | 'sandbox'
  ask(question: Question): Promise<Answer<Opened>>
  /** What became of a question; null when the provider does not know it. */
  find(kind: AskKind, reference: string): Promise<Answer<Found | null>>
  /** Over the raw body. */
  hear(body: string, headers: IncomingHttpHeaders): Heard | null
}

/** Money to the bank account of a member. */
export interface Payout {
  /** Our own name for it; asked twice under one name it is paid once. */
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
  /** `reversed` comes only after `succeeded`: the bank sent it back. What is none of the others waits. */
  state: 'waits' | 'succeeded' | 'failed' | 'reversed'
  failure: string | null
}

/** Pays members' bank accounts from what the house has at the provider. */
export interface Disbursement {
  /** Takes new payouts. What became of earlier ones is asked all the same. */
  open: boolean
  pay(payout: Payout): Promise<Answer<ProviderPayout>>
  /** Null when the provider does not know it, which is not yet a no: its list may be behind. */
  becameOf(payout: Payout): Promise<Answer<ProviderPayout | null>>
}
