import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { stillPending } from '../queries/filters.ts'

/** The maximum number of sellers shown. If more sellers have pending purchases, the cause is not a single seller. */
const sellersMax = 8

interface SellerRow {
  sellerid: bigint
  sellername: string
  jml: bigint
  amount: bigint
  lama: bigint
  oldest: Date
}

export const pendingFor = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/** Reads pending purchases only, so the cost does not grow with the number of sales and the web app may poll it. */
export async function countPending({ read }: Database, minutes: number): Promise<DataOf<typeof purchaseCalls.adminPending>> {
  const { rows } = await sql<SellerRow>`
    select seller_id as sellerid, member.name as sellername, jml, amount, lama, oldest
    from (
      select seller_id, count(*) as jml, sum(price)::bigint as amount, min(created_at) as oldest,
        count(*) filter (where created_at < ${pendingFor(minutes)}) as lama
      from purchase where ${stillPending} group by seller_id
    ) waiting join member on member.id = waiting.seller_id
    order by lama desc, jml desc, sellerid`.execute(read)
  const { alerts } = await read
    .selectFrom('purchase_alert')
    .select(({ fn }) => fn.countAll<bigint>().as('alerts'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  const total = (count: (row: SellerRow) => bigint) => rows.reduce((sum, row) => sum + count(row), 0n)
  return {
    jml: Number(total(({ jml }) => jml)),
    amount: total(({ amount }) => amount),
    lama: Number(total(({ lama }) => lama)),
    menit: minutes,
    oldest: rows.reduce<Date | null>((first, { oldest }) => (first === null || oldest < first ? oldest : first), null),
    alerts: Number(alerts),
    sellers: rows.slice(0, sellersMax).map(({ oldest: _, ...row }) => ({ ...row, jml: Number(row.jml), lama: Number(row.lama) })),
  }
}
