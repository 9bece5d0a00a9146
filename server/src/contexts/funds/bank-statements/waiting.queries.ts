import type { bankStatementCalls, WaitingMoneyRow, WaitingQuery } from '@lapak/contract/funds/bank-statements'
import type { CashCode } from '@lapak/contract/shared/banks'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { channelOf } from '#contexts/funds/payment-gateway/payment-gateway.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { feeWithin, listMethodsById, type Method, methodOfFound } from '#contexts/funds/top-ups/top-ups.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, idsOfPage, inOrderOf, isFew } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import type { PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import type { ListDeps } from './bank-statements.queries.ts'
import { namesText } from './names-text.ts'
import { restatedSums, restatedText } from './restatements.ts'
import { reversalNames } from './reversals.ts'

type Sums = DataOf<typeof bankStatementCalls.unmatched>

/** Sums suspense money per cash account. */
export const sumUnmatched = ({ db }: ListDeps): Promise<Sums> =>
  db.read
    .selectFrom('suspense_item')
    .select([
      'cash_code as bankcode',
      sql<number>`count(*)::integer`.as('rows'),
      sql<bigint>`sum(amount)::bigint`.as('amount'),
      sql<Date>`min(opened_at)`.as('oldest'),
    ])
    .where('closed_at', 'is', null)
    .groupBy('cash_code')
    .orderBy('cash_code')
    .execute()

/** Joins the source of the money: a bank row, or a payment at the provider with its payment request. */
const shownIn = (read: Reader) =>
  read
    .selectFrom('suspense_item as money')
    .leftJoin('bank_statement', 'bank_statement.id', 'money.statement_id')
    .leftJoin('gateway_payment as payment', 'payment.id', 'money.gateway_payment_id')
    .leftJoin('payment_request as ask', (on) => on.onRef('ask.reference', '=', 'payment.reference').onRef('ask.kind', '=', 'payment.kind'))
    .leftJoin('member as asker', 'asker.id', 'ask.member_id')
    .leftJoin('member as ender', 'ender.id', 'money.closed_by')
    .leftJoin('approval_request as decision', (on) =>
      on
        .onRef('decision.subject', '=', sql<string>`money.id::text`)
        .on('decision.kind', '=', 'unmatched.assign')
        .on('decision.outcome', 'is', null),
    )
    .leftJoin('member as wanting', 'wanting.id', 'decision.asked_by')
    .select([
      'money.id',
      'money.opened_at',
      'money.cash_code',
      'money.amount',
      'money.statement_id',
      'money.top_up_id',
      'money.closed_at',
      'money.closed_how',
      'money.reason',
      'bank_statement.description',
      'bank_statement.why',
      restatedSums.as('restated'),
      reversalNames.as('reversals'),
      'payment.kind',
      'payment.provider_payment_id',
      'payment.reference',
      'payment.paid_at',
      'payment.facts',
      'ask.amount as asked',
      'ask.top_up_id as asked_ticket',
      'asker.name as asker_name',
      'ender.name as ended_by_name',
      'wanting.name as wanted_by_name',
    ])

type Shown = Awaited<ReturnType<ReturnType<typeof shownIn>['executeTakeFirstOrThrow']>>

const columns = { id: 'id', nominal: 'amount' } as const

export async function listWaiting(
  { db, installation }: ListDeps,
  query: WaitingQuery,
): Promise<{ content: WaitingMoneyRow[]; totalElements: number }> {
  const { kas, selesai, search } = query
  const found = db.read
    .selectFrom('suspense_item as money')
    .select(['money.id', 'money.amount'])
    // Reopened money gets a new row, so its old row is left out.
    .where('money.closed_how', selesai === '1' ? 'in' : 'is', selesai === '1' ? ['assigned', 'explained'] : null)
    .$if(kas !== undefined, (rows) => rows.where('money.cash_code', '=', kas ?? ''))
    .$if(search !== undefined, (rows) => rows.where(holds(search ?? '')))
  const ids = await idsOfPage(db.read, found, query, columns[query.sort.field], isFew(query))
  const rows = await shownIn(db.read).where(sql<boolean>`money.id = any(${ids}::bigint[])`).execute()
  const methods = await listMethodsById(db.read)
  return { content: inOrderOf(ids, rows).map((row) => viewOf(installation, methods, row)), totalElements: await countOf(found) }
}

/**
 * Searches the text of the bank row, the provider's ids, the name of the member with the payment request, and the sum. Few items come from the
 * provider, so all of those are read.
 */
function holds(typed: string) {
  const pattern = containsPattern(typed)
  const words = sql<boolean>`(
    money.statement_id in (select id from bank_statement where description ilike ${pattern})
    or case when money.gateway_payment_id is not null then (
      select payment.provider_payment_id ilike ${pattern} or payment.reference ilike ${pattern} or asker.name ilike ${pattern}
      from gateway_payment payment
      left join payment_request ask on ask.reference = payment.reference and ask.kind = payment.kind
      left join member asker on asker.id = ask.member_id
      where payment.id = money.gateway_payment_id
    ) end)`
  const digits = typed.replace(/[.,\s]/g, '')
  return /^\d{1,15}$/.test(digits) ? sql<boolean>`(${words} or money.amount = ${digits}::bigint)` : words
}

export async function readWaiting({ db, installation }: ListDeps, id: bigint): Promise<WaitingMoneyRow> {
  const row = await shownIn(db.read).where('money.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.money')
  return viewOf(installation, await listMethodsById(db.read), row)
}

/** Zero if the payment method no longer exists. */
function feeIn(methods: readonly Method[], { kind, cash_code: bank, amount }: Shown): bigint {
  const method = methodOfFound(methods, { bank, channel: kind === null ? 'transfer' : channelOf[kind as PaymentRequestKind] })
  return method ? feeWithin(method, amount) : 0n
}

/** The fee that the platform charges if the money is allocated to a member without a ticket. */
export const feeOfMoney = async (read: Reader, id: bigint): Promise<bigint> =>
  feeIn(await listMethodsById(read), await shownIn(read).where('money.id', '=', id).executeTakeFirstOrThrow())

function viewOf(installation: string, methods: readonly Method[], row: Shown): WaitingMoneyRow {
  const payment = paymentOf(installation, row)
  return {
    id: row.id,
    createat: row.opened_at,
    bankcode: row.cash_code as CashCode,
    nominal: row.amount,
    biaya: feeIn(methods, row),
    keterangan: row.description ?? payment?.reference ?? '',
    why: row.why === null ? whyPayment(row) : `${row.why}${restatement(row)}${reversal(row)}`,
    statement: row.statement_id,
    payment,
    status: row.closed_how === null ? 'waiting' : (row.closed_how as 'assigned' | 'explained'),
    invoice: row.top_up_id === null ? null : invoiceOf(installation, row.top_up_id),
    askedby: row.wanted_by_name,
    endedby: row.ended_by_name,
    endedat: row.closed_at,
    reason: row.reason,
  }
}

/** What feeds say of the row now, if it is another sum than the one that waits. */
const restatement = ({ restated }: Shown): string =>
  restated.length === 0 ? '' : `; menurut layanan mutasi bank sekarang ${restatedText(restated)}`

/** What may have taken the waiting money back meanwhile, unless the row waits for that. */
const reversal = ({ closed_at, reversals, why }: Shown): string =>
  closed_at !== null || reversals.length === 0 || why?.includes('dibatalkan bank')
    ? ''
    : `; bisa dibatalkan bank dengan ${namesText(reversals)}`

type Payment = NonNullable<WaitingMoneyRow['payment']>

function paymentOf(installation: string, row: Shown): Payment | null {
  if (row.kind === null || row.provider_payment_id === null || row.reference === null) return null
  return {
    kind: row.kind as Payment['kind'],
    number: row.provider_payment_id,
    reference: row.reference,
    paidat: row.paid_at,
    facts: row.facts as Payment['facts'],
    membername: row.asker_name,
    invoice: row.asked_ticket === null ? null : invoiceOf(installation, row.asked_ticket),
  }
}

/** Derives from the payment request why the payment could not be credited. */
function whyPayment({ asked, asker_name, amount }: Shown): string {
  if (asker_name === null) return 'Penyedia menyebut pembayaran yang tidak kita minta'
  if (asked === null) return 'Tidak melebihi biaya, tiketnya dibatalkan, atau tiket yang disetujui admin sudah menghitungnya'
  if (asked !== amount) return 'Jumlahnya lain dari yang diminta'
  return 'Tiketnya sudah dibayar atau sudah berakhir'
}
