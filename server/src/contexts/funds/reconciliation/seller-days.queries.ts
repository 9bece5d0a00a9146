import type { SellerDay, SellerDayQuery } from '@lapak/contract/funds/reconciliation'
import { type RawBuilder, sql } from 'kysely'
import { sellersNamed } from '#contexts/members/members/members.ts'
import type { Database, Reader } from '#db/db.ts'
import { closingBalances } from '#ledger/seller-days.ts'
import { idInList, lastWeek } from './days.ts'
import type { Days } from './statement-days.queries.ts'

interface Key {
  day: string
  seller_id: bigint
  name: string
}

/** Past days of sellers that have sales, refunds, or a list from the seller. */
export const listSellerDays = (db: Database, query: SellerDayQuery): Promise<{ content: SellerDay[]; totalElements: number }> =>
  db.snapshot(async (read) => {
    const keys = await keysOf(read, query)
    return { content: await rowsOf(read, keys), totalElements: await countKeys(read, query) }
  })

async function sellersAsked(read: Reader, { sellerid, search }: SellerDayQuery): Promise<bigint[] | null> {
  if (sellerid !== undefined) return [sellerid]
  if (search === undefined) return null
  return sellersNamed(read, search)
}

/** The days to list. If neither days nor a seller are given, only the last week, because all sellers together have very many days. */
const daysAsked = ({ awal, akhir, sellerid }: SellerDayQuery): Days =>
  awal === undefined && akhir === undefined && sellerid === undefined
    ? lastWeek()
    : { awal: awal ?? '-infinity', akhir: akhir ?? 'infinity' }

async function keysIn(read: Reader, query: SellerDayQuery): Promise<RawBuilder<Key>> {
  const sellers = await sellersAsked(read, query)
  const { awal, akhir } = daysAsked(query)
  const within = sql`day between ${awal}::date and ${akhir}::date
    ${sellers === null ? sql`` : sql`and seller_id = any(${sellers}::bigint[])`}`
  return sql`(select day, seller_id from seller_day where ${within} union select day, seller_id from seller_report where ${within}) keys`
}

async function keysOf(read: Reader, query: SellerDayQuery): Promise<Key[]> {
  const { page, size, sort } = query
  const direction = sort.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Key>`
    select day::text as day, seller_id, member.name
    from (select * from ${await keysIn(read, query)} order by day ${direction}, seller_id limit ${size} offset ${page * size}) page
    join member on member.id = seller_id
    order by page.day ${direction}, seller_id`.execute(read)
  return rows
}

async function countKeys(read: Reader, query: SellerDayQuery): Promise<number> {
  const { rows } = await sql<{ found: bigint }>`select count(*) as found from ${await keysIn(read, query)}`.execute(read)
  return Number(rows[0]?.found ?? 0n)
}

interface Sums {
  sales: number
  sold: bigint
  fee: bigint
  paid: bigint
  recovered: bigint
  refunded: bigint
  debt: bigint
  told_sales: number | null
  told_sold: bigint | null
  open: number
}

async function rowsOf(read: Reader, keys: readonly Key[]): Promise<SellerDay[]> {
  const sums = await sumsOf(read, keys)
  const balances = await closingBalances(
    read,
    keys.map(({ seller_id: memberId, day }) => ({ memberId, day })),
  )
  return keys.flatMap(({ day, seller_id, name }, at) => {
    const sum = sums[at]
    return sum ? [viewOf({ day, seller_id, name }, sum, balances[at] ?? 0n)] : []
  })
}

const viewOf = ({ day, seller_id, name }: Key, sum: Sums, balance: bigint): SellerDay => ({
  id: idInList(seller_id, day),
  sellerid: seller_id,
  sellername: name,
  hari: day,
  transaksi: sum.sales,
  terjual: sum.sold,
  biaya: sum.fee,
  dibayar: sum.paid,
  dipotong: sum.recovered,
  refund: sum.refunded,
  saldo: balance,
  hutang: sum.debt,
  transaksisuplier: sum.told_sales,
  terjualsuplier: sum.told_sold,
  terbuka: sum.open,
})

/**
 * The sums for each key, in the order of the keys. If several files contain the same order, the newest file counts; if that file contains the order
 * several times, its success counts.
 */
async function sumsOf(read: Reader, keys: readonly Key[]): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select coalesce(kept.sales, 0) as sales, coalesce(kept.sold, 0)::bigint as sold, coalesce(kept.fee, 0)::bigint as fee,
      coalesce(kept.paid, 0)::bigint as paid, coalesce(kept.recovered, 0)::bigint as recovered, coalesce(kept.refunded, 0)::bigint as refunded,
      owed.debt, told.sales as told_sales, told.sold as told_sold, open.open
    from unnest(${keys.map(({ day }) => day)}::date[], ${keys.map(({ seller_id }) => seller_id)}::bigint[])
      with ordinality as asked(day, seller_id, place)
    left join seller_day kept on kept.day = asked.day and kept.seller_id = asked.seller_id
    cross join lateral (
      select coalesce(sum(uncovered - recovered), 0)::bigint as debt from seller_day
      where seller_day.seller_id = asked.seller_id and seller_day.day <= asked.day
    ) owed
    left join lateral (
      select count(*) filter (where state = 1)::integer as sales, coalesce(sum(price) filter (where state = 1), 0)::bigint as sold
      from (
        select distinct on (row.reference) row.state, row.price
        from seller_report report join seller_report_row row on row.report_id = report.id
        where report.seller_id = asked.seller_id and report.day = asked.day
        order by row.reference, row.report_id desc, (row.state = 1) desc, row.line
      ) listed
    ) told on exists (select from seller_report where seller_report.seller_id = asked.seller_id and seller_report.day = asked.day)
    cross join lateral (
      select count(*)::integer as open from reconciliation_difference
      where scope = 'seller' and key = asked.seller_id::text and reconciliation_difference.day = asked.day and ended_at is null
    ) open
    order by place`.execute(read)
  return rows
}
