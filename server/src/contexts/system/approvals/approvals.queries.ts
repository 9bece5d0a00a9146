import type { ApprovalKind, ApprovalQuery, ApprovalRow } from '@lapak/contract/system/approvals'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceAt } from '#ledger/balance.ts'

/** The requests of a kind about a subject that nobody has decided yet; at most one. */
export const openRequests = (read: Reader, kind: ApprovalKind, subject: bigint | string) =>
  read
    .selectFrom('approval_request')
    .where('approval_request.kind', '=', kind)
    .where('approval_request.subject', '=', String(subject))
    .where('approval_request.outcome', 'is', null)

/** In each row, `own` is computed for the administrator `readerId`. */
export async function listApprovals(
  read: Reader,
  readerId: bigint,
  query: ApprovalQuery,
): Promise<{ content: ApprovalRow[]; totalElements: number }> {
  const found = read
    .selectFrom('approval_request')
    .$if(query.open !== undefined, (rows) => rows.where('approval_request.outcome', query.open ? 'is' : 'is not', null))
  const ids = await idsOfPage(read, found.select('approval_request.id'), query, 'id', false)
  const rows = await withNames(
    read.selectFrom('approval_request').where(sql<boolean>`approval_request.id = any(${ids}::bigint[])`),
    readerId,
  ).execute()
  return { content: inOrderOf(ids, rows).map((row) => rowOf(row, readerId)), totalElements: await countOf(found) }
}

export async function readApproval(read: Reader, readerId: bigint, id: bigint): Promise<ApprovalRow> {
  const found = read.selectFrom('approval_request').where('approval_request.id', '=', id)
  const row = await withNames(found, readerId).executeTakeFirst()
  if (!row) throw new Refusal('not_found.decision')
  return rowOf(row, readerId)
}

/** The number of a ticket: its member. Top-ups and cash-outs share one number sequence. */
const memberOfTicket = (ticket: RawBuilder<unknown>) => sql`coalesce(
  (select member_id from top_up where id = ${ticket}::bigint), (select member_id from cash_out where id = ${ticket}::bigint))`

/**
 * For each kind of request: the members whom the request is about, or whose money it is about. The first one is named in the list; the others are the
 * seller of a purchase. No member if it is only the platform's money.
 */
const partyIds = sql<bigint[]>`array_remove(case approval_request.kind
  when 'purchase.force' then (select array[buyer_id, seller_id] from purchase where id = approval_request.subject::bigint)
  when 'difference.end' then (select array[member_id] from reconciliation_difference where id = approval_request.subject::bigint)
  when 'dispute.reject' then (select array[buyer_id, seller_id] from dispute where id = approval_request.subject::bigint)
  when 'ticket.decide' then array[${memberOfTicket(sql`approval_request.subject`)}]
  when 'unmatched.assign' then array[coalesce(
    (approval_request.payload -> 'owner' ->> 'memberid')::bigint,
    ${memberOfTicket(sql`(approval_request.payload -> 'owner' ->> 'ticketid')`)},
    case when approval_request.payload ->> 'kind' in ('deposit', 'cash_out')
      then ${memberOfTicket(sql`(approval_request.payload ->> 'reference')`)} end,
    (select ask.member_id from suspense_item money
      join gateway_payment payment on payment.id = money.gateway_payment_id
      join payment_request ask on ask.kind = payment.kind and ask.reference = payment.reference
      where money.id = approval_request.subject::bigint))]
  when 'cash.move' then array[(approval_request.payload ->> 'member')::bigint]
  when 'member.change' then array[approval_request.subject::bigint]
end, null)`

const isAbout = (memberId: bigint) => sql<boolean>`coalesce(${memberId}::bigint = any(${partyIds}), false)`

/** Whether the request is about this member or this member's money. */
export async function isParty(read: Reader, id: bigint, memberId: bigint): Promise<boolean> {
  const request = await read.selectFrom('approval_request').select(isAbout(memberId).as('party')).where('id', '=', id).executeTakeFirst()
  return request?.party === true
}

const saldo = sql<bigint | null>`case when approval_request.payload ->> 'act' = 'adjustment' and approval_request.outcome is null
  then ${balanceAt('owner.id')} end`

const historytipe = sql<0 | 1 | null>`case when approval_request.kind = 'ticket.decide'
  then case when exists (select from cash_out where id = approval_request.subject::bigint) then 1 else 0 end end`

const withNames = (found: ReturnType<typeof decisions>, readerId: bigint) =>
  found
    .innerJoin('member as asker', 'asker.id', 'approval_request.asked_by')
    .leftJoin('member as second', 'second.id', 'approval_request.decided_by')
    .leftJoin('member as owner', (join) => join.on('owner.id', '=', sql<bigint>`(${partyIds})[1]`))
    .select([
      'approval_request.id',
      'approval_request.at as createat',
      'approval_request.kind',
      'approval_request.subject',
      'approval_request.amount',
      'approval_request.payload as asked',
      'asker.name as askedby',
      'approval_request.reason',
      'approval_request.outcome',
      'approval_request.decided_at as decidedat',
      'second.name as decidedby',
      'approval_request.decided_reason as decidedreason',
      'approval_request.asked_by as askerid',
      isAbout(readerId).as('party'),
      'owner.name as membername',
      saldo.as('saldo'),
      historytipe.as('historytipe'),
    ])

const decisions = (read: Reader) => read.selectFrom('approval_request')

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const rowOf = ({ kind, asked, outcome, askerid, party, ...row }: Row, readerId: bigint): ApprovalRow => ({
  ...row,
  kind: kind as ApprovalRow['kind'],
  asked: asked as ApprovalRow['asked'],
  outcome: outcome as ApprovalRow['outcome'],
  own: askerid === readerId ? 'request' : !party ? null : kind === 'member.change' ? 'member' : 'money',
})
