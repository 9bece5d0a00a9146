import QRCode from 'qrcode'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type EndDeps, endTicket, publishTicket } from '#contexts/funds/top-ups/top-ups.ts'
import { systemActor } from '#contexts/system/audit/audit.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { Answer, Gateway, PaymentInstructions, PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import { publishEvent } from '#realtime/events.ts'
import type { Log } from '#shared/log.ts'
import { storableText } from '#shared/text.ts'
import {
  digestOfShown,
  dueLater,
  lockPaymentRequest,
  newestPaymentRequest,
  type PaymentRequestRow,
  paymentRequestInputOf,
  paymentRequestOf,
} from './payment-requests.queries.ts'
import { storePayment } from './payments.ts'

export interface PaymentRequestDeps extends EndDeps {
  db: Database
  gateway: Gateway
  log: Log
}

/**
 * Sends the payment request once: the state `asking` is committed before it is sent, and another process that finds this state queries the provider
 * instead. External calls are never made inside a transaction.
 */
export async function sendRequest(deps: PaymentRequestDeps, id: bigint): Promise<PaymentRequestRow> {
  const { db, gateway } = deps
  const claimed = await db.transaction((tx) =>
    tx
      .updateTable('payment_request')
      .set({ state: 'asking', due_at: new Date(Date.now() + 60_000), updated_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'new')
      .returningAll()
      .executeTakeFirst(),
  )
  if (claimed) {
    const answer = await gateway.createPaymentRequest(await paymentRequestInputOf(db.read, claimed))
    await db.transaction((tx) => recordAnswer(deps, tx, claimed, answer))
  }
  return paymentRequestOf(db.read, id)
}

async function recordAnswer(
  deps: PaymentRequestDeps,
  tx: Tx,
  claimed: PaymentRequestRow,
  answer: Answer<PaymentInstructions>,
): Promise<void> {
  const { kind, reference } = claimed
  if (answer.kind === 'unsent' && answer.locked)
    deps.log.error({ reference }, `payment provider rejected our credentials: ${answer.message}`)
  const row = await lockPaymentRequest(tx, kind, reference)
  // A concurrent process has already stored a newer state.
  if (!row || !isAsSeen(row, claimed)) return
  switch (answer.kind) {
    case 'answer':
      return openRequest(deps, tx, row, answer.value)
    case 'refused':
      // The provider already has this request from an earlier attempt whose answer was lost; a query did not find it, because the provider's list was
      // late. It is queried again as usual.
      if (answer.code === 'duplicate') return scheduleRetry(tx, row, { state: 'unknown', error: answer.message, refusal: answer.code })
      return refuseRequest(deps, tx, row, answer)
    case 'unsent':
      return scheduleRetry(tx, row, { state: 'new', error: answer.message, refusal: null })
    case 'unknown':
      return scheduleRetry(tx, row, { state: 'unknown', error: answer.message, refusal: null })
  }
}

async function openRequest(
  deps: PaymentRequestDeps,
  tx: Tx,
  row: PaymentRequestRow,
  { id, url, qr, accountNo }: PaymentInstructions,
): Promise<void> {
  const { digest, newest } = await tx
    .updateTable('payment_request')
    .set({
      state: 'open',
      provider_id: id,
      url,
      qr,
      qr_drawn: qr && (await QRCode.toDataURL(qr)),
      account_no: accountNo,
      error: null,
      refusal: null,
      due_at: row.kind === 'va' ? null : dueLater,
      updated_at: new Date(),
    })
    .where('id', '=', row.id)
    .returning([digestOfShown.as('digest'), newestPaymentRequest.as('newest')])
    .executeTakeFirstOrThrow()
  await deps.audit.record(tx, { event: 'payment_request.opened', by: systemActor, subject: row.id, after: { digest, newest } })
  await publishOpened(deps, tx, row, url)
}

async function publishOpened({ installation }: PaymentRequestDeps, tx: Tx, row: PaymentRequestRow, url: string | null): Promise<void> {
  for (const ticket of await ticketsOf(tx, row)) await publishTicket(tx, installation, ticket)
  if (row.top_up_id !== null && url !== null)
    await publishEvent(tx, row.member_id, 'invoicecc', { invoice: invoiceOf(installation, row.top_up_id), invoiceurl: url })
}

/** The tickets that wait for the answer to this request. */
async function ticketsOf(tx: Tx, { top_up_id, member_id }: PaymentRequestRow): Promise<bigint[]> {
  if (top_up_id !== null) return [top_up_id]
  const rows = await tx
    .selectFrom('top_up')
    .select('id')
    .where('member_id', '=', member_id)
    .where('channel', '=', 'va')
    .where('state', 'in', [0, 1])
    .execute()
  return rows.map(({ id }) => id)
}

type Refused = Extract<Answer<PaymentInstructions>, { kind: 'refused' }>

/** Marks the request as refused. Its tickets cannot be paid, so they are ended. */
async function refuseRequest(deps: PaymentRequestDeps, tx: Tx, row: PaymentRequestRow, { code, message }: Refused): Promise<void> {
  await tx
    .updateTable('payment_request')
    .set({ state: 'refused', error: storableText(message, 300), refusal: code, due_at: null, updated_at: new Date() })
    .where('id', '=', row.id)
    .execute()
  for (const ticket of await ticketsOf(tx, row)) await endOpen(deps, tx, ticket, 'Ditolak penyedia pembayaran')
}

interface Waiting {
  state: 'new' | 'unknown'
  error: string
  refusal: 'duplicate' | null
}

async function scheduleRetry(tx: Tx, { id }: PaymentRequestRow, { state, error, refusal }: Waiting): Promise<void> {
  await tx
    .updateTable('payment_request')
    .set({ state, error: storableText(error, 300), refusal, due_at: dueLater, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Queries the state of a payment request whose answer was lost or that waits for its payment. */
export async function queryRequest(deps: PaymentRequestDeps, id: bigint): Promise<void> {
  const { db, gateway, log } = deps
  const row = await paymentRequestOf(db.read, id)
  const answer = await gateway.getPaymentRequest(row.kind as PaymentRequestKind, row.reference)
  if (answer.kind !== 'answer') {
    log.warn({ reference: row.reference }, `querying a payment request failed: ${answer.message}`)
    return db.transaction((tx) => postponeQuery(tx, row))
  }
  const found = answer.value
  if (found === null) return row.state === 'open' ? db.transaction((tx) => postponeQuery(tx, row)) : resendRequest(deps, row)
  await db.transaction(async (tx) => {
    for (const payment of found.payments) await storePayment(tx, log, payment)
  })
  await db.transaction(async (tx) => {
    const held = await lockPaymentRequest(tx, row.kind, row.reference)
    if (!held || !isAsSeen(held, row)) return
    if (found.opened === null && found.payments.length === 0) return expireRequest(deps, tx, held)
    if (found.opened !== null && held.state !== 'open') return openRequest(deps, tx, held, found.opened)
    await postponeQuery(tx, held)
  })
}

/** Sets the next time to query the request if its state is unchanged. A request that was paid in the meantime is no longer queried. */
async function postponeQuery(tx: Tx, { id, state }: PaymentRequestRow): Promise<void> {
  await tx.updateTable('payment_request').set({ due_at: dueLater }).where('id', '=', id).where('state', '=', state).execute()
}

/** Sends a request again that the provider does not know, because the provider never received it. */
async function resendRequest(deps: PaymentRequestDeps, row: PaymentRequestRow): Promise<void> {
  const { id } = row
  const isSame = await deps.db.transaction(async (tx) => {
    const held = await lockPaymentRequest(tx, row.kind, row.reference)
    if (!held || !isAsSeen(held, row)) return false
    await tx.updateTable('payment_request').set({ state: 'new', updated_at: new Date() }).where('id', '=', id).execute()
    return true
  })
  if (isSame) await advancePaymentRequest(deps, id)
}

/** True if no answer was stored since `seen` was read. Comparing the state is not enough: `asking` may belong to a newer sending. */
const isAsSeen = (held: PaymentRequestRow, seen: PaymentRequestRow): boolean =>
  held.state === seen.state && held.updated_at.getTime() === seen.updated_at.getTime()

/** Ends a request that can no longer be paid at the provider, with its ticket. The caller must hold the lock of the request. */
export async function expireRequest(deps: EndDeps, tx: Tx, row: PaymentRequestRow): Promise<void> {
  if (row.top_up_id === null || ['paid', 'expired', 'refused'].includes(row.state)) return
  await tx.updateTable('payment_request').set({ state: 'expired', due_at: null, updated_at: new Date() }).where('id', '=', row.id).execute()
  await endOpen(deps, tx, row.top_up_id, 'Kedaluwarsa di penyedia pembayaran')
}

async function endOpen(deps: EndDeps, tx: Tx, ticket: bigint, reason: string): Promise<void> {
  await endTicket(deps, tx, { id: ticket, to: 4, by: systemActor, reason }).catch((error: unknown) => {
    // The ticket has already ended. `endTicket` refuses it before anything is written.
    if (!(error instanceof Refusal && error.code === 'ticket.state')) throw error
  })
}

/** Executes the next step of a payment request. */
export async function advancePaymentRequest(deps: PaymentRequestDeps, id: bigint): Promise<void> {
  const row = await paymentRequestOf(deps.db.read, id)
  if (row.state === 'open' && row.kind === 'va') return stopQueries(deps, row)
  if (row.state === 'new') return (await isWanted(deps.db.read, row)) ? void (await sendRequest(deps, id)) : giveUp(deps, row)
  if (row.state === 'open' || row.state === 'unknown' || (row.state === 'asking' && isStale(row))) await queryRequest(deps, id)
}

/** Stops the queries for an open virtual account: its payments are reported by callback. */
const stopQueries = ({ db }: PaymentRequestDeps, { id }: PaymentRequestRow): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.updateTable('payment_request').set({ due_at: null }).where('id', '=', id).where('state', '=', 'open').execute()
  })

/** True if a request has been in `asking` for longer than an answer takes. The process that sent it is gone. */
const isStale = ({ updated_at }: PaymentRequestRow): boolean => Date.now() - updated_at.getTime() > 50_000

/** False if the ticket ended before the provider got the request. */
async function isWanted(read: Reader, { top_up_id }: PaymentRequestRow): Promise<boolean> {
  if (top_up_id === null) return true
  const { state } = await read.selectFrom('top_up').select('state').where('id', '=', top_up_id).executeTakeFirstOrThrow()
  return state <= 1
}

const giveUp = (deps: PaymentRequestDeps, { kind, reference }: PaymentRequestRow): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockPaymentRequest(tx, kind, reference)
    if (row?.state === 'new') await expireRequest(deps, tx, row)
  })
