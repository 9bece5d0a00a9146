import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { PaymentRequest } from '#db/schema.ts'
import type { AskKind, Question } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import { sendPaymentRequest } from './payment-request-jobs.ts'
import { accountReference, ticketReference } from './references.ts'

export type PaymentRequestRow = Selectable<PaymentRequest>

const inAMinute = sql<Date>`now() + interval '1 minute'`

interface TicketAsk {
  kind: Exclude<AskKind, 'va'>
  ticket: bigint
  memberId: bigint
  amount: bigint
}

/** A card's is asked by the call that wants it, and by the clock should that call die; the others are asked by a job. */
export async function newTicketAsk(tx: Tx, installation: string, { kind, ticket, memberId, amount }: TicketAsk): Promise<void> {
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
  if (kind !== 'invoice') await enqueue(tx, sendPaymentRequest, { id })
}

/**
 * The member's own account, asked for once; after a refusal again, since what was wrong may have been mended. Answers false while it is
 * refused and not asked for again yet. Before the member is held: who settles its payments or approves its tickets holds it first.
 */
export async function newAccountAsk(tx: Tx, installation: string, memberId: bigint): Promise<boolean> {
  const row = (await insertAccountAsk(tx, installation, memberId)) ?? (await renewAccountAsk(tx, memberId))
  if (!row) return !(await isRefused(tx, memberId))
  await enqueue(tx, sendPaymentRequest, { id: row.id })
  return true
}

/** Held while it is not open, so that a refusal which comes at this moment finds the ticket that is being made. One that is open stays so. */
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

/** Not at every look: whoever refuses a member's name would be asked for it as often as the member looks. */
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

export const paymentRequestOf = (read: Reader, id: bigint): Promise<PaymentRequestRow> =>
  read.selectFrom('payment_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function questionOf(read: Reader, { kind, reference, amount, member_id, top_up_id }: PaymentRequestRow): Promise<Question> {
  const payer = await read.selectFrom('member').select(['name', 'email']).where('id', '=', member_id).executeTakeFirstOrThrow()
  const ticket = await read.selectFrom('top_up').select('expires_at').where('id', '=', top_up_id).executeTakeFirst()
  const expiresAt = ticket?.expires_at ?? null
  return { kind: kind as AskKind, reference, amount, description: `Topup Lapak ${reference}`, payer, expiresAt }
}

export const lockPaymentRequest = (tx: Tx, kind: string, reference: string): Promise<PaymentRequestRow | undefined> =>
  tx.selectFrom('payment_request').selectAll().where('kind', '=', kind).where('reference', '=', reference).forUpdate().executeTakeFirst()

/**
 * Often at first, then hourly; of a ticket not for ever, since tickets end. A payment that comes later is told by the provider. A member's
 * account is wanted until it is there.
 */
export const dueLater = sql<Date | null>`case when kind = 'va' or created_at > now() - interval '4 days'
  then now() + least(greatest(now() - created_at, interval '1 minute'), interval '1 hour') end`
