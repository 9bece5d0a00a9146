import type { ApprovalQuery, ApprovalRow } from '@lapak/contract/system/approvals'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceAt } from '#ledger/balance.ts'

/** As `readerId` reads them. */
export async function listApprovals(
  read: Reader,
  readerId: bigint,
  query: ApprovalQuery,
): Promise<{ content: ApprovalRow[]; totalElements: number }> {
  const found = read
    .selectFrom('pending_decision')
    .$if(query.open !== undefined, (rows) => rows.where('pending_decision.outcome', query.open ? 'is' : 'is not', null))
  const ids = await idsOfPage(read, found.select('pending_decision.id'), query, 'id', false)
  const rows = await withNames(
    read.selectFrom('pending_decision').where(sql<boolean>`pending_decision.id = any(${ids}::bigint[])`),
  ).execute()
  return { content: inOrderOf(ids, rows).map((row) => rowOf(row, readerId)), totalElements: await countOf(found) }
}

export async function readApproval(read: Reader, readerId: bigint, id: bigint): Promise<ApprovalRow> {
  const found = read.selectFrom('pending_decision').where('pending_decision.id', '=', id)
  const row = await withNames(found).executeTakeFirst()
  if (!row) throw new Refusal('not_found.decision')
  return rowOf(row, readerId)
}

/** Whose money each kind is about, or whom. */
const ownerId = sql<bigint>`case pending_decision.kind
  when 'purchase.force' then (select buyer_id from purchase where id = pending_decision.subject::bigint)
  when 'ticket.decide' then coalesce(
    (select member_id from deposit where id = pending_decision.subject::bigint),
    (select member_id from cash_out where id = pending_decision.subject::bigint))
  when 'unmatched.assign' then coalesce(
    (pending_decision.payload -> 'owner' ->> 'memberid')::bigint,
    (select member_id from deposit where id = (pending_decision.payload -> 'owner' ->> 'ticketid')::bigint))
  when 'cash.move' then (pending_decision.payload ->> 'member')::bigint
  when 'member.change' then pending_decision.subject::bigint
end`

const saldo = sql<bigint | null>`case when pending_decision.payload ->> 'act' = 'adjustment' and pending_decision.outcome is null
  then ${balanceAt('owner.id')} end`

const historytipe = sql<0 | 1 | null>`case when pending_decision.kind = 'ticket.decide'
  then case when exists (select from cash_out where id = pending_decision.subject::bigint) then 1 else 0 end end`

const withNames = (found: ReturnType<typeof decisions>) =>
  found
    .innerJoin('member as asker', 'asker.id', 'pending_decision.asked_by')
    .leftJoin('member as second', 'second.id', 'pending_decision.decided_by')
    .leftJoin('member as owner', (join) => join.on('owner.id', '=', ownerId))
    .select([
      'pending_decision.id',
      'pending_decision.at as createat',
      'pending_decision.kind',
      'pending_decision.subject',
      'pending_decision.amount',
      'pending_decision.payload as asked',
      'asker.name as askedby',
      'pending_decision.reason',
      'pending_decision.outcome',
      'pending_decision.decided_at as decidedat',
      'second.name as decidedby',
      'pending_decision.decided_reason as decidedreason',
      'pending_decision.asked_by as askerid',
      'owner.id as ownerid',
      'owner.name as membername',
      saldo.as('saldo'),
      historytipe.as('historytipe'),
    ])

const decisions = (read: Reader) => read.selectFrom('pending_decision')

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const rowOf = ({ kind, asked, outcome, askerid, ownerid, ...row }: Row, readerId: bigint): ApprovalRow => ({
  ...row,
  kind: kind as ApprovalRow['kind'],
  asked: asked as ApprovalRow['asked'],
  outcome: outcome as ApprovalRow['outcome'],
  own: askerid === readerId ? 'request' : ownerid !== readerId ? null : kind === 'member.change' ? 'member' : 'money',
})
