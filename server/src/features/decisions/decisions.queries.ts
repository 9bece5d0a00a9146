import type { DecisionQuery, DecisionRow } from '@lapak/contract/decisions'
import type { Reader } from '#core/db.ts'
import { countOf, onePage } from '#core/paging.ts'

export async function listDecisions(read: Reader, query: DecisionQuery): Promise<{ content: DecisionRow[]; totalElements: number }> {
  const found = read
    .selectFrom('pending_decision')
    .$if(query.open !== undefined, (rows) => rows.where('pending_decision.outcome', query.open ? 'is' : 'is not', null))
  const content = await onePage(withNames(found), query, 'pending_decision.id', 'pending_decision.id').execute()
  return { content: content.map(rowOf), totalElements: await countOf(found) }
}

export async function readDecision(read: Reader, id: bigint): Promise<DecisionRow> {
  const found = read.selectFrom('pending_decision').where('pending_decision.id', '=', id)
  return rowOf(await withNames(found).executeTakeFirstOrThrow())
}

const withNames = (found: ReturnType<typeof decisions>) =>
  found
    .innerJoin('member as asker', 'asker.id', 'pending_decision.asked_by')
    .leftJoin('member as second', 'second.id', 'pending_decision.decided_by')
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
    ])

const decisions = (read: Reader) => read.selectFrom('pending_decision')

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const rowOf = ({ kind, asked, outcome, ...row }: Row): DecisionRow => ({
  ...row,
  kind: kind as DecisionRow['kind'],
  asked: asked as DecisionRow['asked'],
  outcome: outcome as DecisionRow['outcome'],
})
