import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, jakartaDay, pageOf, pageQuery, rowId, rupiah } from '../shared/wire.ts'

const sums = {
  /** Sales that were settled on that day, whenever they were ordered, and what buyers paid for them. */
  transaksi: z.int(),
  terjual: rupiah,
  /** The house's fee. */
  biaya: rupiah,
  /** Kept for what the seller owed from refunds. */
  dipotong: rupiah,
  /** What came into the balance: `terjual` less `biaya` and `dipotong`. */
  diterima: rupiah,
  /** Successes that were taken back on that day, and what buyers got back. */
  refund: z.int(),
  dikembalikan: rupiah,
  /** Of what buyers got back: the fees of those sales, which the house gave. */
  biayakembali: rupiah,
  /** Of what buyers got back: what the balance did not cover and is owed since. */
  terutang: rupiah,
}

/** What a day brought a seller, by the books. */
export const earningDay = z.object({
  /** Of the list only. */
  id: rowId,
  hari: jakartaDay,
  ...sums,
  /** Whether more can still be booked on it. */
  berjalan: z.boolean(),
})
export type EarningDay = z.output<typeof earningDay>

const days = { awal: filter(jakartaDay), akhir: filter(jakartaDay) }
const listQuery = z.object(pageQuery(['hari'], days))
export type EarningQuery = z.output<typeof listQuery>

export const earningCalls = {
  list: call('GET', '/api/v1/seller/earnings', {
    summary: 'Days on which the seller sold, or a sale was taken back, with what they brought by the books',
    access: 'seller',
    query: listQuery,
    data: pageOf(earningDay),
  }),
  sums: call('GET', '/api/v1/seller/earnings/sums', {
    summary: 'The same of all days asked for, and what the seller owes now',
    access: 'seller',
    query: z.object(days),
    data: z.object({ ...sums, hutang: rupiah }),
  }),
  download: call('GET', '/api/v1/seller/earnings/download', {
    summary: 'The days that the list finds, as CSV',
    access: 'seller',
    query: listQuery.omit({ page: true, size: true }),
    csv: true,
  }),
}
