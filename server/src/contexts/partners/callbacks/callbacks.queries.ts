import type { callbackCalls } from '@lapak/contract/partners/callbacks'
import type { DataOf, QueryOf } from '@lapak/contract/shared/call'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, onePage } from '#http/paging.ts'
import { deliveryState, stateNames } from './delivery-state.ts'

type Log = DataOf<typeof callbackCalls.list>
type LogAsk = QueryOf<typeof callbackCalls.list>
type Logged = DataOf<typeof callbackCalls.read>
/** The callbacks of a member: the base of all queries below. */
const deliveriesOf = (read: Reader, memberId: bigint) =>
  read
    .selectFrom('delivery')
    .leftJoin('purchase', (join) =>
      join.onRef('purchase.id', '=', 'delivery.purchase_id').onRef('purchase.buyer_id', '=', 'delivery.member_id'),
    )
    .select([
      'delivery.id',
      'delivery.event',
      'delivery.url',
      'delivery.body',
      'delivery.state',
      'delivery.tries',
      'delivery.created_at',
      'delivery.due_at',
      'purchase.reffclient',
    ])
    .where('delivery.member_id', '=', memberId)

type Found = Awaited<ReturnType<ReturnType<typeof deliveriesOf>['execute']>>[number]

export async function listDeliveries({ read }: Database, memberId: bigint, ask: LogAsk): Promise<Log> {
  let found = deliveriesOf(read, memberId)
  const { search, state } = ask
  if (state) found = found.where('delivery.state', '=', deliveryState[state])
  if (search) {
    const pattern = containsPattern(search)
    found = found.where((where) =>
      where.or([
        where('purchase.reffclient', 'ilike', pattern),
        where('delivery.url', 'ilike', pattern),
        where('delivery.event', 'ilike', pattern),
      ]),
    )
  }
  const [totalElements, rows] = [await countOf(found), await onePage(found, ask, 'delivery.id', 'delivery.id').execute()]
  const statuses = await newestStatuses(
    read,
    rows.map(({ id }) => id),
  )
  return { content: rows.map((row) => asRow(row, statuses.get(row.id) ?? null)), totalElements }
}

export async function findDelivery({ read }: Database, memberId: bigint, id: bigint): Promise<Logged | undefined> {
  const row = await deliveriesOf(read, memberId).where('delivery.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const attempts = await read
    .selectFrom('delivery_attempt')
    .select(['at', 'status', 'answer', 'took_ms as tookms'])
    .where('delivery_id', '=', id)
    .orderBy('at')
    .execute()
  return { ...asRow(row, attempts.at(-1)?.status ?? null), body: row.body, attempts }
}

async function newestStatuses(read: Reader, ids: bigint[]): Promise<Map<bigint, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('delivery_attempt')
    .distinctOn('delivery_id')
    .select(['delivery_id', 'status'])
    .where('delivery_id', 'in', ids)
    .orderBy('delivery_id')
    .orderBy('at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.delivery_id, row.status]))
}

const asRow = (row: Found, status: number | null) => ({
  id: row.id,
  event: row.event,
  url: row.url,
  reffclient: row.reffclient,
  state: stateNames[row.state] ?? 'waiting',
  tries: row.tries,
  createat: row.created_at,
  nextat: row.state === deliveryState.waiting ? row.due_at : null,
  status,
})
