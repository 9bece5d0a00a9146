import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { PaymentRequest } from '#db/schema.ts'
import type { PaymentRequestInput, PaymentRequestKind } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import { sendPaymentRequestJob } from './payment-request-jobs.ts'
import { accountReference, ticketReference } from './references.ts'

export type PaymentRequestRow = Selectable<PaymentRequest>

const inAMinute = sql<Date>`now() + interval '1 minute'`

interface TicketAsk {
  kind: Exclude<PaymentRequestKind, 'va'>
  ticket: bigint
  memberId: bigint
  amount: bigint
}

/**
 * A payment request for a card is sent by the call that creates it, or by the periodic job if that call dies. A job sends all other payment requests.
 */
export async function newTicketRequest(tx: Tx, installation: string, { kind, ticket, memberId, amount }: TicketAsk): Promise<void> {
  const { id } = await tx
    .insertInto('payment_request')
    .values({
      kind,
      member_id: memberId,
      top_up_id: ticket,
      reference: ticketReference(installation, ticket),
      amount,
      due_at: inAMinute,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind !== 'invoice') await enqueue(tx, sendPaymentRequestJob, { id })
}

/**
 * Requests the member's virtual account once, and again some time after the provider refused it, since the cause may be fixed by then. Returns false
 * while the account is refused. Call this before the member is locked: settlement and approval lock the payment request first.
 */
export async function newAccountRequest(tx: Tx, installation: string, memberId: bigint): Promise<boolean> {
  const row = (await insertAccountAsk(tx, installation, memberId)) ?? (await renewAccountAsk(tx, memberId))
  if (!row) return !(await isRefused(tx, memberId))
  await enqueue(tx, sendPaymentRequestJob, { id: row.id })
  return true
}

/** Locks the payment request of the account if it is not open, so that a concurrent refusal sees the ticket that is being created. */
async function isRefused(tx: Tx, memberId: bigint): Promise<boolean> {
  const notOpen = await tx
    .selectFrom('payment_request')
    .select('state')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'va')
    .where('state', '<>', 'open')
    .forShare()
    .executeTakeFirst()
  return notOpen?.state === 'refused'
}

const insertAccountAsk = (tx: Tx, installation: string, memberId: bigint) =>
  tx
    .insertInto('payment_request')
    .values({
      kind: 'va',
      member_id: memberId,
      reference: accountReference(installation, memberId),
      due_at: inAMinute,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Requests the account again at most every 10 minutes, so that a member that reloads a page does not cause a request each time. */
const renewAccountAsk = (tx: Tx, memberId: bigint) =>
  tx
    .updateTable('payment_request')
    .set({ state: 'new', due_at: inAMinute, updated_at: new Date() })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'va')
    .where('state', '=', 'refused')
    .where('updated_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .returning('id')
    .executeTakeFirst()

/** Digest of what the payer is shown; the audit shows with it whether the payer is still shown what the provider answered. */
export const digestOfShown = sql<string>`encode(sha256(convert_to(jsonb_build_array(account_no, url, qr, qr_drawn)::text, 'utf8')), 'hex')`

export const newestPaymentRequest = sql<bigint>`(select max(id) from payment_request)`

export const paymentRequestOf = (read: Reader, id: bigint): Promise<PaymentRequestRow> =>
  read.selectFrom('payment_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function paymentRequestInputOf(
  read: Reader,
  { kind, reference, amount, member_id, top_up_id }: PaymentRequestRow,
): Promise<PaymentRequestInput> {
  const payer = await read.selectFrom('member').select(['name', 'email']).where('id', '=', member_id).executeTakeFirstOrThrow()
  const ticket = await read.selectFrom('top_up').select('expires_at').where('id', '=', top_up_id).executeTakeFirst()
  const expiresAt = ticket?.expires_at ?? null
  return { kind: kind as PaymentRequestKind, reference, amount, description: `Topup Lapak ${reference}`, payer, expiresAt }
}

export const lockPaymentRequest = (tx: Tx, kind: string, reference: string): Promise<PaymentRequestRow | undefined> =>
  tx.selectFrom('payment_request').selectAll().where('kind', '=', kind).where('reference', '=', reference).forUpdate().executeTakeFirst()

/**
 * The next time to query a payment request: after a minute at first, then at growing intervals up to an hour. A request for a ticket is not queried
 * after 4 days, because tickets end before that; later payments are reported by callback. A request for a virtual account is queried until the
 * account is open.
 */
export const dueLater = sql<Date | null>`case when kind = 'va' or created_at > now() - interval '4 days'
  then now() + least(greatest(now() - created_at, interval '1 minute'), interval '1 hour') end`
