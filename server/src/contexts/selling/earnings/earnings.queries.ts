import type { EarningDay, EarningQuery, earningCalls } from '@lapak/contract/selling/earnings'
import type { DataOf } from '@lapak/contract/shared/call'
import { debtOf } from '#contexts/funds/debts/debts.ts'
import type { Reader } from '#db/db.ts'
import { type SellerDay, sellerDays } from '#ledger/seller-days.ts'

type Days = Pick<EarningQuery, 'awal' | 'akhir'>

/** Newest day first, unless the request contains another order. A seller has one row per day, so all rows are read and the page is cut in memory. */
export async function findEarnings(
  read: Reader,
  sellerId: bigint,
  { sort, ...days }: Days & Pick<EarningQuery, 'sort'>,
): Promise<EarningDay[]> {
  const found = (await sellerDays(read, sellerId, days.awal, days.akhir)).map(earningOf)
  return sort.descending ? found : found.reverse()
}

export async function listEarnings(
  read: Reader,
  sellerId: bigint,
  query: EarningQuery,
): Promise<{ content: EarningDay[]; totalElements: number }> {
  const found = await findEarnings(read, sellerId, query)
  const from = query.page * query.size
  return { content: found.slice(from, from + query.size), totalElements: found.length }
}

export async function sumEarnings(read: Reader, sellerId: bigint, { awal, akhir }: Days): Promise<DataOf<typeof earningCalls.sums>> {
  const days = (await sellerDays(read, sellerId, awal, akhir)).map(earningOf)
  const count = (of: 'transaksi' | 'refund') => days.reduce((sum, day) => sum + day[of], 0)
  const sum = (of: 'terjual' | 'biaya' | 'dipotong' | 'diterima' | 'dikembalikan' | 'biayakembali' | 'terutang') =>
    days.reduce((total, day) => total + day[of], 0n)
  const debt = await debtOf(read, sellerId)
  return {
    transaksi: count('transaksi'),
    terjual: sum('terjual'),
    biaya: sum('biaya'),
    dipotong: sum('dipotong'),
    diterima: sum('diterima'),
    refund: count('refund'),
    dikembalikan: sum('dikembalikan'),
    biayakembali: sum('biayakembali'),
    terutang: sum('terutang'),
    hutang: debt,
  }
}

const dayMs = 86_400_000

const earningOf = ({
  day,
  sales,
  sold,
  fee,
  recovered,
  paid,
  refunds,
  refunded,
  fee_returned,
  uncovered,
  kept,
}: SellerDay): EarningDay => ({
  id: BigInt(Date.parse(`${day}T00:00:00Z`) / dayMs),
  hari: day,
  transaksi: Number(sales),
  terjual: sold,
  biaya: fee,
  dipotong: recovered,
  diterima: paid,
  refund: Number(refunds),
  dikembalikan: refunded,
  biayakembali: fee_returned,
  terutang: uncovered,
  berjalan: !kept,
})
