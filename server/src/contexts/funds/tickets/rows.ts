import type { AdminTicket } from '@lapak/contract/funds/tickets'
import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketKind, TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { ticketsWithMoney } from '#contexts/funds/bank-statements/bank-statements.ts'
import { type CashOutRow, historyOf as cashOutHistory, newestPayoutsOf, silentDaysOf } from '#contexts/funds/cash-outs/cash-outs.ts'
import { type TicketRow, historyOf as topUpHistory } from '#contexts/funds/top-ups/top-ups.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'

export interface RowDeps {
  db: Database
  installation: string
  settings: Settings
}

/** The parts of a row that depend on the viewer and on other tables. */
interface RowContext {
  viewerId: bigint
  members: ReadonlyMap<bigint, Pick<AdminTicket, 'memberid' | 'email'>>
  matched: ReadonlySet<bigint>
  decisions: ReadonlyMap<bigint, NonNullable<AdminTicket['decision']>>
}

export async function topUpRows(deps: RowDeps, viewerId: bigint, rows: TicketRow[]): Promise<AdminTicket[]> {
  const context = await overlapOf(deps, viewerId, 0, rows)
  return rows.map((row) => ({
    ...topUpHistory(deps.installation, row),
    cashcode: row.cash_code as CashCode,
    fee: row.fee,
    hasproof: row.proof !== null,
    payout: null,
    ...contextualFields(context, row),
  }))
}

export async function cashOutRows(deps: RowDeps, viewerId: bigint, rows: CashOutRow[]): Promise<AdminTicket[]> {
  const context = await overlapOf(deps, viewerId, 1, rows)
  const payouts = await newestPayoutsOf(
    deps.db.read,
    silentDaysOf(deps.settings),
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...cashOutHistory(deps.installation, row),
    cashcode: (row.paid_from ?? row.bank_code) as CashCode,
    fee: 0n,
    hasproof: false,
    payout: payouts.get(row.id) ?? null,
    ...contextualFields(context, row),
  }))
}

const contextualFields = ({ viewerId, members, matched, decisions }: RowContext, row: { id: bigint; member_id: bigint }) => ({
  ...memberIn(members, row.member_id),
  matched: matched.has(row.id),
  own: row.member_id === viewerId,
  decision: decisions.get(row.id) ?? null,
})

async function overlapOf(
  { db }: RowDeps,
  viewerId: bigint,
  kind: TicketKind,
  rows: { id: bigint; member_id: bigint }[],
): Promise<RowContext> {
  const ids = rows.map(({ id }) => id)
  return {
    viewerId,
    members: await membersOf(db, [...new Set(rows.map(({ member_id }) => member_id))]),
    matched: kind === 0 ? await matchedAmong(db, ids) : new Set(),
    decisions: await waitingAmong(db, viewerId, ids),
  }
}

/** The member data that administrators see, for top-ups and cash-outs alike. */
async function membersOf({ read }: Database, ids: bigint[]): Promise<RowContext['members']> {
  const rows = await read.selectFrom('member').select(['id as memberid', 'email']).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
  return new Map(rows.map((row) => [row.memberid, row]))
}

function memberIn(members: RowContext['members'], id: bigint) {
  const member = members.get(id)
  if (!member) throw new Error(`ticket ${id} has no member`)
  return member
}

async function matchedAmong({ read }: Database, ids: bigint[]): Promise<Set<bigint>> {
  const rows = await ticketsWithMoney(read).select('top_up.id').where(sql<boolean>`top_up.id = any(${ids}::bigint[])`).execute()
  return new Set(rows.map(({ id }) => id))
}

async function waitingAmong({ read }: Database, viewerId: bigint, ids: bigint[]): Promise<RowContext['decisions']> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('approval_request')
    .innerJoin('member', 'member.id', 'approval_request.asked_by')
    .select(['approval_request.id', 'subject', 'payload', 'reason', 'asked_by', 'member.name'])
    .where('kind', '=', 'ticket.decide')
    .where('outcome', 'is', null)
    .where('subject', 'in', ids.map(String))
    .execute()
  return new Map(
    rows.map(({ id, subject, payload, reason, asked_by, name }) => [
      BigInt(subject),
      { id, ...decisionOf(payload as unknown as Waiting), askedby: name, reason, own: asked_by === viewerId },
    ]),
  )
}

interface Waiting {
  to: TicketState
  byprovider?: boolean
  lost?: string | null
}

const decisionOf = ({ to, byprovider = false, lost = null }: Waiting) => ({ to, byprovider, lost: lost !== null })
