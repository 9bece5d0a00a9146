import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Outgoing } from '#http/outgoing.ts'
import type {
  BalanceOutcome,
  CustomerOutcome,
  InquiryOutcome,
  SupplierAccess,
  SupplierOrder,
  SupplierOutcome,
} from '#integrations/suppliers/supplier.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'

export type Question = 'order' | 'status' | 'inquiry' | 'customer' | 'balance'

export interface Replayed {
  /** Path and query of the sent request; the host is the same for all dialects. */
  sent: string
  /** The parsed result, for example `success 2301998877`, `known 489750`, `not-found 2026-11-21` or `pending`. */
  understood: string
}

export type Replay = (
  question: Question,
  answer: string,
  changes?: Partial<SupplierOrder>,
  access?: Partial<SupplierAccess>,
) => Promise<Replayed>

/** Replays recorded answers of a supplier to its dialect. */
export function replayer(kind: SupplierKind, given: Partial<SupplierAccess>): Replay {
  return async (question, answer, changes = {}, access = {}) => {
    let sent = ''
    const outgoing: Outgoing = {
      async request({ url }) {
        sent = url.replace(/^https?:\/\/[^/]*/, '')
        return { kind: 'answer', status: 200, headers: {}, body: answer, tookMs: 1 }
      },
      close: async () => undefined,
    }
    const supplier = createSuppliers(outgoing)[kind]
    const asked = { ...ourAccess, kind, ...given, ...access }
    const { outcome } =
      question === 'balance' ? await supplier.balance(asked) : await supplier[question](asked, { ...ourOrder, ...changes })
    return { sent, understood: inShort(outcome) }
  }
}

const ourAccess: Omit<SupplierAccess, 'kind'> = {
  apiUrl: 'http://seller.example:7000',
  userId: 'PA0001',
  pin: '4321',
  username: 'pasar',
  password: 'rahasia',
  timeoutMs: 1_000,
  templates: {},
  patterns: {},
}

const ourOrder: SupplierOrder = {
  reference: 'MKT-1001',
  productCode: 'S10',
  target: '081234567890',
  counter: 1,
  amount: null,
  payment: false,
  inquiryReference: null,
}

export function inShort(outcome: SupplierOutcome | InquiryOutcome | CustomerOutcome | BalanceOutcome): string {
  const parts: (string | bigint | null)[] = [outcome.state]
  if ('serialNumber' in outcome) parts.push(outcome.serialNumber)
  if ('days' in outcome) parts.push(...outcome.days)
  if ('balance' in outcome) parts.push(outcome.balance)
  if ('customerName' in outcome) parts.push(outcome.customerName)
  if ('bill' in outcome) parts.push(outcome.period, outcome.bill, outcome.adminFee)
  return parts.filter((part) => part !== null && part !== '').join(' ')
}
