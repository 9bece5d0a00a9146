import { type CashOutCase, cashOutCases } from '@lapak/contract/funds/cash-outs'
import type { TakenStep, TicketDetail } from '@lapak/contract/funds/tickets'
import { bankCode, bankNames } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { obligationsOf, payoutsOf, silentDaysOf } from '#contexts/funds/cash-outs/cash-outs.ts'
import { waitingOverlap } from '#contexts/funds/payment-gateway/payment-gateway.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { openRequests } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Disbursement } from '#integrations/payment-gateway/payment-gateway.ts'
import { balanceAt } from '#ledger/balance.ts'
import { readTicket } from './lists.queries.ts'
import { readTicketNow } from './locked-ticket.ts'
import { overlappingCredits } from './overlapping-credits.ts'
import { creditedReturn } from './return-in-ticket.ts'
import type { RowDeps } from './rows.ts'
import { confirmedOfTicket } from './wanted.ts'

export interface DetailDeps extends RowDeps {
  uploads: Pick<Uploads, 'signedUrl'>
  disbursement: Disbursement | null
}

export async function readDetail(deps: DetailDeps, viewerId: bigint, id: bigint): Promise<TicketDetail> {
  const { read } = deps.db
  const { kind, memberId } = await readTicketNow(read, id)
  const [ticket, member] = [await readTicket(deps, viewerId, kind, id), await situationOf(deps, memberId)]
  const confirmed = await confirmedBefore(read, id)
  if (kind === 0) {
    const row = await read.selectFrom('top_up').select(['proof', 'channel']).where('id', '=', id).executeTakeFirstOrThrow()
    const proof = deps.uploads.signedUrl(row.proof, viewerId)
    const [steps, channel] = [await topUpSteps(read, id), row.channel as TicketDetail['channel']]
    const waiting = await waitingOverlap(read, id)
    const beside = await overlapOf(deps, ticket)
    const ofCashOut = { payto: null, kasus: null, payouts: [], payable: false, paidbyprovider: false }
    return { ticket, steps, channel, waiting, beside, returnedin: null, proof, ...ofCashOut, confirmed, situation: member }
  }
  const row = await read
    .selectFrom('cash_out')
    .select(['bank_code', 'account_no', 'account_name', 'bank_says', 'kasus', 'paid_how'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payto = {
    bankname: bankNames[bankCode.parse(row.bank_code)],
    accountno: endOf(row.account_no),
    accountname: row.account_name,
    namadibank: row.bank_says,
  }
  const payouts = await payoutsOf(read, silentDaysOf(deps.settings), id)
  const isDecidable = payouts.every(({ state, contradiction }) => state === 'failed' && contradiction === null)
  const payable = deps.disbursement?.open === true && ticket.status === 1 && isDecidable
  const kasus = row.kasus === null ? null : cashOutCases[row.kasus as CashOutCase]
  return {
    ticket,
    steps: await cashOutSteps(read, id),
    channel: null,
    waiting: null,
    beside: null,
    returnedin: await returnOf(deps, id),
    proof: null,
    payto,
    kasus,
    payouts,
    payable,
    confirmed,
    paidbyprovider: row.paid_how === 'provider',
    situation: member,
  }
}

/** Other money of the member that was credited, which is shown only while the ticket can be approved. */
async function overlapOf({ db, installation }: DetailDeps, { id, status }: TicketDetail['ticket']): Promise<TicketDetail['beside']> {
  if (status > 1) return null
  const overlap = await overlappingCredits(db.read, installation, id)
  return overlap && { invoice: overlap.names, amount: overlap.amount }
}

/** Credited money that may be the returned money of a paid cash-out. */
async function returnOf({ db, installation }: DetailDeps, id: bigint): Promise<TicketDetail['returnedin']> {
  const credited = await creditedReturn(db.read, id)
  return credited && { invoice: invoiceOf(installation, credited.ticket), amount: credited.amount }
}

/** What the administrator who asked for the approval confirmed about the money. */
async function confirmedBefore(read: Reader, id: bigint): Promise<TicketDetail['confirmed']> {
  const request = await openRequests(read, 'ticket.decide', id).select('payload').executeTakeFirst()
  const confirmed = Object.entries(confirmedOfTicket.parse(request?.payload ?? {})).filter(([, name]) => name != null)
  return confirmed.length === 0 ? null : Object.fromEntries(confirmed)
}

const endOf = (account: string): string => `••••${account.slice(-4)}`

/** Returns the whole account number, which an administrator needs to pay a cash-out by hand. Each display is audited. */
export async function showAccount({ db, audit }: { db: Database; audit: Audit }, by: Caller, id: bigint): Promise<{ accountno: string }> {
  const row = await db.read.selectFrom('cash_out').select('account_no').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.ticket')
  const { account_no: accountno } = row
  await db.transaction((tx) => audit.record(tx, { event: 'cash_out.account_seen', by, subject: id, after: { end: accountno.slice(-4) } }))
  return { accountno }
}

/** The member's account and recent money movements, which help an administrator to decide. */
async function situationOf({ db: { read }, settings }: RowDeps, memberId: bigint): Promise<TicketDetail['situation']> {
  const member = await read
    .selectFrom('member')
    .select(['status', 'created_at', 'last_active_at', 'phone_verified_at', balanceAt('member.id').as('balance')])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const accounts = await read
    .selectFrom('bank_account')
    .select(['bank_code', 'account_no', 'account_name', 'bank_says', 'updated_at'])
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  const { debt, amount: heldback, claims, short } = await obligationsOf(read, settings, memberId)
  return {
    balance: member.balance,
    debt,
    heldback,
    claims,
    short,
    inflight: (await sumOf(read, 'cash_out', sql`member_id = ${memberId} and state in (0, 1)`)).amount,
    blocked: member.status === 0,
    createat: member.created_at,
    lastactiveat: member.last_active_at,
    phoneverified: member.phone_verified_at !== null,
    topups: await sumOf(read, 'top_up', lately(memberId)),
    cashouts: await sumOf(read, 'cash_out', lately(memberId)),
    accounts: accounts.map((row) => ({
      bankname: bankNames[bankCode.parse(row.bank_code)],
      accountno: endOf(row.account_no),
      accountname: row.account_name,
      namadibank: row.bank_says,
      updateat: row.updated_at,
    })),
  }
}

const lately = (memberId: bigint) => sql`member_id = ${memberId} and state = 2 and created_at > now() - interval '90 days'`

async function sumOf(read: Reader, table: 'top_up' | 'cash_out', where: ReturnType<typeof lately>) {
  const { rows } = await sql<{ count: bigint; amount: bigint }>`
    select count(*), coalesce(sum(amount), 0)::bigint as amount from ${sql.table(table)} where ${where}`.execute(read)
  return { count: Number(rows[0]?.count ?? 0), amount: rows[0]?.amount ?? 0n }
}

// — Taken steps

interface Taken {
  to: TicketState
  at: Date | null
  by: bigint | null
}

/** The steps of a top-up, the oldest first. */
async function topUpSteps(read: Reader, id: bigint): Promise<TakenStep[]> {
  const row = await read
    .selectFrom('top_up')
    .select(['state', 'approved_at', 'approved_by', 'ended_at', 'ended_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return named(read, [
    { to: 2, at: row.approved_at, by: row.approved_by },
    { to: row.state as TicketState, at: row.ended_at, by: row.ended_by },
  ])
}

/** The steps of a cash-out, the oldest first. */
async function cashOutSteps(read: Reader, id: bigint): Promise<TakenStep[]> {
  const row = await read
    .selectFrom('cash_out')
    .select(['state', 'processed_at', 'processed_by', 'paid_at', 'approved_by', 'ended_at', 'ended_by', 'returned_at', 'returned_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return named(read, [
    { to: 1, at: row.processed_at, by: row.processed_by },
    { to: 2, at: row.paid_at, by: row.approved_by },
    { to: row.state as TicketState, at: row.ended_at, by: row.ended_by },
    { to: 4, at: row.returned_at, by: row.returned_by },
  ])
}

async function named(read: Reader, steps: Taken[]): Promise<TakenStep[]> {
  const ids = steps.flatMap(({ by }) => by ?? [])
  const members = ids.length === 0 ? [] : await read.selectFrom('member').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(members.map(({ id, name }) => [id, name]))
  return steps.flatMap(({ to, at, by }) => (at === null ? [] : { to, at, by: by === null ? null : (names.get(by) ?? null) }))
}
