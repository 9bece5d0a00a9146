/** Exchanges with sellers' servers for the guide. The real protocol adapters produce them, and the settlement code decides them. */
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import type {
  BalanceOutcome,
  CustomerOutcome,
  InquiryOutcome,
  PriceList,
  Supplier,
  SupplierAccess,
  SupplierOrder,
  SupplierOutcome,
} from '#integrations/suppliers/supplier.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'
import { attemptState } from '../attempt-state.ts'
import type { Decision, Timing } from '../settlement/decide.ts'
import { startTrial } from './trial.ts'

export type Question = 'order' | 'payment' | 'status' | 'inquiry' | 'customer' | 'balance' | 'priceList'
export type Answer = { status: number; body: string } | { lost: 'timeout' } | { unsent: 'connection-refused' }

const server = 'http://toko.example:7000'

export const exampleAccess = {
  kind: 'http-get',
  apiUrl: server,
  userId: 'PA0001',
  pin: '4321',
  username: 'lapak',
  password: 'rahasia',
  timeoutMs: 1_000,
  templates: {
    order: `${server}/trx?user=[username]&produk=[kodeproduk]&tujuan=[tujuan]&refid=[refid]&counter=[counter]&qty=[qty]&sign=[sign]`,
    status: `${server}/status?user=[username]&refid=[refid]&sign=[sign]`,
    balance: `${server}/saldo?user=[username]&sign=[sign]`,
    inquiry: `${server}/tagihan?user=[username]&produk=CEK[kodeproduk]&tujuan=[tujuan]&refid=[refid]&sign=[sign]`,
    payment: `${server}/bayar?user=[username]&produk=[kodeproduk]&tujuan=[tujuan]&refid=[refid]&inqref=[inqref]&sign=[sign]`,
  },
  patterns: {},
} as const satisfies SupplierAccess

const exampleOrder = (reference: string): SupplierOrder => ({
  reference,
  productCode: 'S10',
  target: '081234567890',
  counter: 1,
  amount: null,
  payment: false,
  inquiryReference: null,
})

const bill = { productCode: 'PLN', target: '530012345678' }
const changes: Partial<Record<Question, Partial<SupplierOrder>>> = {
  payment: { ...bill, payment: true, inquiryReference: 'INQ77' },
  inquiry: bill,
  customer: bill,
}

/** The type of the parsed answer to each kind of request. */
interface UnderstoodOf extends Record<Question, unknown> {
  order: SupplierOutcome
  payment: SupplierOutcome
  status: SupplierOutcome
  inquiry: InquiryOutcome
  customer: CustomerOutcome
  balance: BalanceOutcome
  priceList: PriceList | null
}
export type Understood = UnderstoodOf[Question]

const askers: { [Asked in Question]: (of: Supplier, access: SupplierAccess, order: SupplierOrder) => Promise<UnderstoodOf[Asked]> } = {
  order: async (supplier, access, order) => (await supplier.order(access, order)).outcome,
  payment: async (supplier, access, order) => (await supplier.order(access, order)).outcome,
  status: async (supplier, access, order) => (await supplier.status(access, order)).outcome,
  inquiry: async (supplier, access, order) => (await supplier.inquiry(access, order)).outcome,
  customer: async (supplier, access, order) => (await supplier.customer(access, order)).outcome,
  balance: async (supplier, access) => (await supplier.balance(access)).outcome,
  priceList: async (supplier, access) => (await supplier.priceList?.(access)) ?? null,
}

/** Sends one request over a simulated connection that returns the given answer. */
export async function exampleExchange<Asked extends Question>(
  question: Asked,
  reference: string,
  answer: Answer,
  kind: SupplierKind = 'http-get',
): Promise<{ sent: string; understood: UnderstoodOf[Asked] }> {
  const sent: string[] = []
  const supplier = createSuppliers(lineThatSays(answer, sent))[kind]
  const access: SupplierAccess = kind === 'http-get' ? exampleAccess : { ...exampleAccess, kind, templates: {} }
  const order = { ...exampleOrder(reference), ...changes[question] }
  const understood = await askers[question](supplier, access, order)
  return { sent: sent[0] ?? '', understood }
}

function lineThatSays(answer: Answer, sent: string[]): Outgoing {
  return {
    async request({ url }): Promise<OutgoingResult> {
      sent.push(url)
      if ('lost' in answer) return { kind: 'lost', reason: answer.lost, status: null, tookMs: 0 }
      if ('unsent' in answer) return { kind: 'unsent', reason: answer.unsent, tookMs: 0 }
      return { kind: 'answer', ...answer, headers: {}, tookMs: 0 }
    },
    close: async () => undefined,
  }
}

export const reportedAs = (query: string): SupplierOutcome | null => parseReport('http-get', query, '', {})?.outcome ?? null

/**
 * The decision about an order that was just sent (`order`), or about an order without a clear answer for which a status answer or a report arrives
 * later.
 */
export const decideExample = (source: 'order' | 'status' | 'report', result: SupplierOutcome, timing: Timing): Decision =>
  startTrial(timing, source === 'order' ? attemptState.sending : attemptState.unknown).decide(source, result)

export const afterSuccess = (result: SupplierOutcome, timing: Timing): Decision =>
  startTrial(timing, attemptState.success).decide('report', result)
