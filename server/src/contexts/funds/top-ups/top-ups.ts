import { randomInt } from 'node:crypto'
import { qrisMax, sameTicketMessage, type topUpCalls, uniqueCodeMax } from '@lapak/contract/funds/top-ups'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { dotted } from '@lapak/contract/shared/money'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { lockCompleteMember } from '#contexts/members/members/members.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { publishEvent } from '#realtime/events.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { type EndDeps, endTicket } from './end-ticket.ts'
import { feeOf, maxOf, methodNumber, offeredMethod } from './methods.ts'
import { cancelFrom, idOf, readTicket, type TicketDeps } from './top-ups.queries.ts'

export { executeApprovedMethodChange, setUpAccount } from './change-method.ts'
export { creditTopUp, type Evidence, lockCredits, type MemberCredits, reverseTopUp } from './credit-top-up.ts'
export { type EndDeps, endTicket } from './end-ticket.ts'
export { ticketFor } from './found-money.ts'
export { feeWithin, isOffered, listMethodsById, type Method, methodOfFound } from './methods.ts'
export type { TicketProvider } from './provider.ts'
export { cashCodeOf, namedTicket, type PaidTicket, recordPaymentOfTicket, ticketOfPayment } from './ticket-of-payment.ts'
export { historyOf, publishTicket, type TicketRow, ticketHistories, ticketsIn } from './top-ups.queries.ts'

export interface TopUpDeps extends TicketDeps, EndDeps {
  audit: Audit
  uploads: Pick<Uploads, 'signedUrl' | 'ownPrivate'>
}

type Asked = BodyOf<typeof topUpCalls.create>
type Created = DataOf<typeof topUpCalls.create>

/** The payment method for cards. A card top-up has an endpoint of its own, since it is paid by an invoice of the provider (B-TOP-09). */
export const cardMethod = 6n

export async function requestTopUp(deps: TopUpDeps, by: Caller, asked: Asked, say: (msg: string) => void): Promise<Created> {
  if (asked.methode === cardMethod) throw new Refusal('deposit.use_invoice')
  const { known, invoice, nominal } = await createTicket(deps, by, asked)
  crashPoint('topup.made')
  if (known) say(sameTicketMessage)
  return { invoice, nominal }
}

/**
 * Creates a ticket. A repeated request returns the existing ticket, so that a lost answer or a double click creates no second ticket. A request with
 * a reference is recognised by the reference; a request without a reference is recognised by amount and method while the ticket is open.
 */
export function createTicket(deps: TopUpDeps, by: Caller, asked: Asked): Promise<Created & { id: bigint; known: boolean }> {
  const { db, installation } = deps
  return db.transaction(async (tx) => {
    const hasAccount = await holdAccount(deps, tx, by.memberId, asked)
    // Locks the member, so that its tickets are created one after the other.
    await lockCompleteMember(tx, by.memberId)
    const known = (await ticketNamed(tx, by.memberId, asked)) ?? (await openTicket(deps, tx, by.memberId, asked))
    if (known === null && !hasAccount) throw new Refusal('gateway.refused')
    const { id, nominal } = known ?? (await insertTicket(deps, tx, by, asked))
    const invoice = invoiceOf(installation, id)
    await publishEvent(tx, by.memberId, 'confmdeposit', { invoice })
    return { id, invoice, nominal, known: known !== null }
  })
}

/** Returns false if the ticket would be paid to a virtual account that the provider refuses. */
async function holdAccount({ provider }: TopUpDeps, tx: Tx, memberId: bigint, { methode }: Asked): Promise<boolean> {
  const method = await tx.selectFrom('payment_method').select('channel').where('id', '=', methodNumber(methode)).executeTakeFirst()
  return method?.channel !== 'va' || provider === null || provider.holdAccount(tx, memberId)
}

interface NewTicket {
  id: bigint
  nominal: bigint
}

const ticketsOf = (tx: Tx, memberId: bigint) =>
  tx.selectFrom('top_up').select(['id', 'nominal', 'amount', 'method_id']).where('member_id', '=', memberId)

/** Tickets that can still be paid. The job that ends expired ones may run some minutes later. */
const openOf = (tx: Tx, memberId: bigint) => ticketsOf(tx, memberId).where('state', 'in', [0, 1]).where('expires_at', '>', new Date())

async function ticketNamed(tx: Tx, memberId: bigint, { jumlah, methode, reffclient }: Asked): Promise<NewTicket | null> {
  if (reffclient === undefined) return null
  const named = await ticketsOf(tx, memberId).where('reffclient', '=', reffclient).executeTakeFirst()
  if (named && (named.amount !== jumlah || named.method_id !== methodNumber(methode)))
    throw new Refusal('ticket.reference_used', { reffclient })
  return named ?? null
}

/**
 * The open ticket that a request without a reference repeats. Requests with different references are always different. Refused if the method cannot
 * be used.
 */
async function openTicket(
  { provider }: TopUpDeps,
  tx: Tx,
  memberId: bigint,
  { jumlah, methode, reffclient }: Asked,
): Promise<NewTicket | null> {
  if (reffclient !== undefined) return null
  const same = await openOf(tx, memberId).where('amount', '=', jumlah).where('method_id', '=', methodNumber(methode)).executeTakeFirst()
  if (same) await offeredMethod(tx, provider, methode)
  return same ?? null
}

async function insertTicket(
  { audit, settings, provider }: TopUpDeps,
  tx: Tx,
  by: Caller,
  { jumlah, methode, reffclient }: Asked,
): Promise<NewTicket> {
  const method = await offeredMethod(tx, provider, methode)
  const [min, max] = [settings.get('topup.min'), maxOf(method, settings)]
  if (jumlah < min) throw new Refusal('deposit.too_small', { min: dotted(min) })
  if (jumlah > max) throw new Refusal('deposit.too_large', { max: dotted(max) })
  await refuseTooManyOpen(tx, by.memberId, settings.get('topup.openMax'))
  const fee = feeOf(method, jumlah)
  const base = jumlah + fee
  if (method.channel === 'qris' && base > qrisMax) throw new Refusal('deposit.too_large', { max: dotted(qrisMax - fee) })
  await refuseTooManyAnHour(tx, `topup.ticketsPerHour:${by.memberId} in ${by.sessionId}`, settings.get('topup.ticketsPerHour'))
  if (method.channel === 'card')
    await refuseTooManyAnHour(tx, `topup.invoicesPerHour:${by.memberId}`, settings.get('topup.invoicesPerHour'))
  const code =
    method.channel === 'transfer'
      ? await chooseCode(tx, { cashCode: method.cash_code, base, reuseDays: settings.get('topup.uniqueSumReuseDays') })
      : 0
  const row = await tx
    .insertInto('top_up')
    .values({
      member_id: by.memberId,
      method_id: method.id,
      channel: method.channel,
      cash_code: method.cash_code,
      // The account that is shown to the payer is stored, since the account of the method may change later.
      ...(method.channel === 'transfer' && { account_no: method.account_no, account_name: method.account_name }),
      amount: jumlah,
      fee,
      code,
      nominal: base + BigInt(code),
      reffclient: reffclient ?? null,
      expires_at: cancelFrom(new Date(), settings.get('topup.expireHours')),
    })
    .returning(['id', 'nominal', 'account_no', 'account_name'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatesConstraint(error, 'top_up_sum_open')) throw new Refusal('deposit.codes_taken')
      // Two open tickets with the same sum and the same virtual account could not be distinguished either.
      if (violatesConstraint(error, 'top_up_va_open')) throw new Refusal('deposit.va_open')
      throw error
    })
  if (method.channel === 'card' || method.channel === 'qris')
    await provider?.wants(tx, { id: row.id, memberId: by.memberId, channel: method.channel, nominal: row.nominal })
  await audit.record(tx, {
    event: 'deposit.created',
    by,
    subject: row.id,
    after: { member: by.memberId, nominal: row.nominal, end: row.account_no.slice(-4) || null, name: row.account_name || null },
  })
  return row
}

/**
 * Counts the tickets of the last hour per `subject`. For tickets this is the session, so that a stolen session does not use up the limit of the
 * owner's other sessions. A request that is refused later does not count, because its transaction is rolled back.
 */
async function refuseTooManyAnHour(tx: Tx, subject: string, max: number) {
  const seconds = await rateLimitInTx(tx, subject, max, 3600)
  if (seconds > 0) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: seconds })
}

async function refuseTooManyOpen(tx: Tx, memberId: bigint, max: number) {
  const open = await openOf(tx, memberId).limit(max).execute()
  if (open.length >= max) throw new Refusal('deposit.too_many_open', { max })
}

/** Stores a picture as proof of payment for administrators. It does not change the state of the ticket: only received money is credited. */
export async function attachTransferProof(deps: TopUpDeps, by: Caller, invoice: string, image: string) {
  const { db, uploads, installation } = deps
  const { url: proof } = await uploads.ownPrivate(by.memberId, image)
  await db.transaction(async (tx) => {
    const id = idOf(installation, invoice)
    const { state } = await holdTicket(tx, by.memberId, id)
    if (state > 1) throw new Refusal('ticket.state', { state: ticketStateText(0, state) })
    await tx.updateTable('top_up').set({ proof, proof_at: new Date(), updated_at: new Date() }).where('id', '=', id).execute()
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `deposit ${id} waits`,
      title: 'Bukti transfer menunggu',
      text: `Member mengirim bukti transfer untuk tiket ${invoice}.`,
      link: `/cashin?tiket=${id}`,
    })
  })
  return readTicket(deps, by.memberId, invoice)
}

/**
 * The owner cancels an unpaid ticket. This is refused until `topup.cancelAfterHours` hours after its creation, so that no transfer is on its way
 * (B-OPEN-32).
 */
export async function cancelTopUp(deps: TopUpDeps, by: Caller, invoice: string) {
  const { db, settings, installation } = deps
  const hours = settings.get('topup.cancelAfterHours')
  await db.transaction(async (tx) => {
    const id = idOf(installation, invoice)
    const { state, created_at } = await holdTicket(tx, by.memberId, id)
    if (state > 1) throw new Refusal('ticket.state', { state: ticketStateText(0, state) })
    if (cancelFrom(created_at, hours) > new Date()) throw new Refusal('deposit.not_yet', { hours })
    await endTicket(deps, tx, { id, to: 4, by, reason: 'Dibatalkan oleh member' })
  })
  return readTicket(deps, by.memberId, invoice)
}

async function holdTicket(tx: Tx, memberId: bigint, id: bigint) {
  const row = await tx
    .selectFrom('top_up')
    .select(['state', 'created_at'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  return row
}

// — Unique code

interface Wanted {
  cashCode: string
  /** The sum to pay before the code is added. */
  base: bigint
  /**
   * A sum whose ticket ended within this many days is used again only if no other sum is left, since a late transfer of that sum may be on its way.
   */
  reuseDays: number
}

/**
 * Chooses the unique code, a number from 1 to `uniqueCodeMax`, so that the sum differs from all open tickets and all suspense money at the bank.
 * Tickets with different amounts can have the same sum, so sums are compared, not codes. Choices for one bank are made one after the other; in
 * addition, the unique index `top_up_sum_open` refuses a second open ticket of the same sum.
 */
async function chooseCode(tx: Tx, { cashCode, base, reuseDays }: Wanted): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unique codes of ${cashCode}`}, 0))`.execute(tx)
  const [first, last] = [base + 1n, base + BigInt(uniqueCodeMax)]
  const { rows } = await sql<{ code: number; taken: boolean }>`
    select (sum - ${base})::integer as code, bool_or(taken) as taken
    from (
      select nominal as sum, state in (0, 1) as taken from top_up
      where cash_code = ${cashCode} and nominal between ${first} and ${last} and channel = 'transfer'
        and (state in (0, 1) or coalesce(ended_at, approved_at, created_at) > now() - ${reuseDays} * interval '1 day')
      union all
      select amount, true from suspense_item
      where cash_code = ${cashCode} and amount between ${first} and ${last} and closed_at is null
    ) sums
    group by sum`.execute(tx)
  const taken = new Set(rows.filter((row) => row.taken).map(({ code }) => code))
  const takenOrRecent = new Set(rows.map(({ code }) => code))
  const code = oneOf(free(takenOrRecent)) ?? oneOf(free(taken))
  if (code === undefined) throw new Refusal('deposit.codes_taken')
  return code
}

const free = (taken: ReadonlySet<number>) =>
  Array.from({ length: uniqueCodeMax }, (_, index) => index + 1).filter((code) => !taken.has(code))

const oneOf = (codes: number[]): number | undefined => (codes.length === 0 ? undefined : codes[randomInt(codes.length)])
