import type { Outgoing } from '#http/outgoing.ts'
import { type Fields, isFields, momentOf, senOfNumber } from '#integrations/payment-gateway/json.ts'
import type { Answer, ProviderAccount, ProviderTransaction } from '#integrations/payment-gateway/payment-gateway.ts'
import { createExchange, type XenditKey } from '#integrations/payment-gateway/xendit-exchange.ts'
import { storableText } from '#shared/text.ts'

/** The most rows that Xendit lists in one answer, and how many answers are read before the list counts as endless. */
const pageRows = 50
const pagesMax = 1_000
const pageBytesMax = 512 * 1024

/** The platform's account at Xendit, as its transactions and its balance show it. */
export function createXenditAccount(
  outgoing: Outgoing,
  { sharedWith, ...key }: XenditKey & { sharedWith: readonly string[] },
): ProviderAccount {
  const exchange = createExchange(outgoing, key)
  const readPage = (from: Date, until: Date, after: string | null) => {
    const query = new URLSearchParams({
      limit: String(pageRows),
      'created[gte]': from.toISOString(),
      'created[lte]': new Date(until.getTime() - 1).toISOString(),
      ...(after !== null && { after_id: after }),
    })
    return exchange({
      method: 'GET',
      path: `/transactions?${query}`,
      bytesMax: pageBytesMax,
      read: (response) => pageOf(response, from, until),
    })
  }
  return {
    name: 'xendit',
    sharedWith,
    async listTransactions(from, until) {
      const found = new Map<string, ProviderTransaction>()
      let after: string | null = null
      for (let pages = 0; pages < pagesMax; pages += 1) {
        const answer: Answer<Page> = await readPage(from, until, after)
        if (answer.kind !== 'answer') return answer
        const { transactions, hasMore } = answer.value
        const before = found.size
        for (const one of transactions) found.set(one.id, one)
        if (!hasMore) return { kind: 'answer', value: [...found.values()] }
        if (found.size === before) return { kind: 'unknown', message: 'xendit listed the same transactions twice' }
        after = transactions.at(-1)?.id ?? null
      }
      return { kind: 'unknown', message: `xendit listed more than ${pagesMax * pageRows} transactions` }
    },
    getBalance(at) {
      const query = new URLSearchParams({ account_type: 'CASH', currency: 'IDR', at_timestamp: at.toISOString() })
      return exchange({ method: 'GET', path: `/balance?${query}`, read: (response) => senOfField(response, 'balance') })
    },
  }
}

interface Page {
  transactions: ProviderTransaction[]
  hasMore: boolean
}

const senOfField = (response: unknown, name: string): bigint | undefined =>
  (isFields(response) ? senOfNumber(response[name]) : null) ?? undefined

/** Undefined if any row cannot be read, or is of another time than requested: a list with gaps would show differences that do not exist. */
function pageOf(response: unknown, from: Date, until: Date): Page | undefined {
  if (!isFields(response) || !Array.isArray(response.data) || typeof response.has_more !== 'boolean') return undefined
  const transactions: ProviderTransaction[] = []
  for (const row of response.data) {
    const one = isFields(row) ? transactionOf(row) : undefined
    if (one === undefined || one.happenedAt < from || one.happenedAt >= until) return undefined
    transactions.push(one)
  }
  return { transactions, hasMore: response.has_more }
}

const directions = new Map<unknown, ProviderTransaction['direction']>([
  ['MONEY_IN', 'in'],
  ['MONEY_OUT', 'out'],
])

const statuses = new Map<unknown, ProviderTransaction['status']>([
  ['PENDING', 'pending'],
  ['SUCCESS', 'success'],
  ['FAILED', 'failed'],
  ['VOIDED', 'failed'],
  ['REVERSED', 'reversed'],
])

const shortText = (value: unknown): string => (typeof value === 'string' ? storableText(value, 200) : '')

function transactionOf(row: Fields): ProviderTransaction | undefined {
  const [direction, status] = [directions.get(row.cashflow), statuses.get(row.status)]
  const [id, amount, happenedAt] = [shortText(row.id), senOfNumber(row.amount), momentOf(row.created)]
  if (id === '' || direction === undefined || status === undefined || happenedAt === null) return undefined
  if (amount === null || amount < 0n || row.currency !== 'IDR') return undefined
  const fee = feeOf(row, direction, amount)
  if (fee === undefined) return undefined
  return {
    id,
    productId: shortText(row.product_id),
    reference: shortText(row.reference_id),
    type: shortText(row.type),
    direction,
    status,
    amount,
    fee,
    happenedAt,
    settlesAt: row.settlement_status === 'PENDING' ? null : (momentOf(row.estimated_settlement_time) ?? happenedAt),
  }
}

/**
 * What the provider keeps for itself: of money that comes in, the part that does not reach the account. Null if it is not charged yet, undefined if it
 * cannot be read.
 */
function feeOf(row: Fields, direction: ProviderTransaction['direction'], amount: bigint): bigint | null | undefined {
  const fee = row.fee ?? {}
  if (!isFields(fee)) return undefined
  if (row.status === 'PENDING' || fee.status === 'PENDING') return null
  if (typeof fee.status === 'string' && fee.status !== 'COMPLETED') return 0n
  const [net, own, tax] = [row.net_amount, fee.xendit_fee ?? 0, fee.value_added_tax ?? 0].map(senOfNumber)
  if (own === undefined || own === null || tax === undefined || tax === null) return undefined
  const charged = direction === 'in' && typeof net === 'bigint' ? amount - net : own + tax
  return charged < 0n ? undefined : charged
}
