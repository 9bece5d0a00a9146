import type { ApprovalQuery, ApprovalRow } from '@lapak/contract/system/approvals'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceAt } from '#ledger/balance.ts'

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
  ).execute()
  return { content: inOrderOf(ids, rows).map((row) => rowOf(row, readerId)), totalElements: await countOf(found) }
}

export async function readApproval(read: Reader, readerId: bigint, id: bigint): Promise<ApprovalRow> {
  const found = read.selectFrom('approval_request').where('approval_request.id', '=', id)
  const row = await withNames(found).executeTakeFirst()
  if (!row) throw new Refusal('not_found.decision')
  return rowOf(row, readerId)
}

/** For each kind of request: the member whom the request is about, or whose money it is about. */
const ownerId = sql<bigint>`case approval_request.kind
  when 'purchase.force' then (select buyer_id from purchase where id = approval_request.subject::bigint)
  when 'ticket.decide' then coalesce(
    (select member_id from top_up where id = approval_request.subject::bigint),
    (select member_id from cash_out where id = approval_request.subject::bigint))
  when 'unmatched.assign' then coalesce(
    (approval_request.payload -> 'owner' ->> 'memberid')::bigint,
    (select member_id from top_up where id = (approval_request.payload -> 'owner' ->> 'ticketid')::bigint))
  when 'cash.move' then (approval_request.payload ->> 'member')::bigint
  when 'member.change' then approval_request.subject::bigint
end`

const saldo = sql<bigint | null>`case when approval_request.payload ->> 'act' = 'adjustment' and approval_request.outcome is null
  then ${balanceAt('owner.id')} end`

const historytipe = sql<0 | 1 | null>`case when approval_request.kind = 'ticket.decide'
  then case when exists (select from cash_out where id = approval_request.subject::bigint) then 1 else 0 end end`

const withNames = (found: ReturnType<typeof decisions>) =>
  found
    .innerJoin('member as asker', 'asker.id', 'approval_request.asked_by')
    .leftJoin('member as second', 'second.id', 'approval_request.decided_by')
    .leftJoin('member as owner', (join) => join.on('owner.id', '=', ownerId))
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
      'owner.id as ownerid',
      'owner.name as membername',
      saldo.as('saldo'),
      historytipe.as('historytipe'),
    ])

const decisions = (read: Reader) => read.selectFrom('approval_request')

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const rowOf = ({ kind, asked, outcome, askerid, ownerid, ...row }: Row, readerId: bigint): ApprovalRow => ({
  ...row,
  kind: kind as ApprovalRow['kind'],
  asked: asked as ApprovalRow['asked'],
  outcome: outcome as ApprovalRow['outcome'],
  own: askerid === readerId ? 'request' : ownerid !== readerId ? null : kind === 'member.change' ? 'member' : 'money',
})
