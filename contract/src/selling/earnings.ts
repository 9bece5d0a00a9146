import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, jakartaDay, pageOf, pageQuery, rowId, rupiah } from '../shared/wire.ts'

const sums = {
  /** Sales that were settled on that day, even if they were ordered earlier: their number, and the amount paid by buyers. */
  transaksi: z.int(),
  terjual: rupiah,
  /** The platform's fee. */
  biaya: rupiah,
  /** Withheld for the seller's debt from refunds. */
  dipotong: rupiah,
  /** Credited to the balance: `terjual` less `biaya` and `dipotong`. */
  diterima: rupiah,
  /** Successful sales that were refunded on that day: their number, and the amount returned to buyers. */
  refund: z.int(),
  dikembalikan: rupiah,
  /** Part of the refunded amount that the platform paid: its fees for these sales. */
  biayakembali: rupiah,
  /** Part of the refunded amount that exceeded the seller's balance, so that it became a debt. */
  terutang: rupiah,
}

/** A seller's earnings of one day, from the ledger. */
export const earningDay = z.object({
  /** Key of the row in this list; it is not stored. */
  id: rowId,
  hari: jakartaDay,
  ...sums,
  /** True while further bookings are possible on this day. */
  berjalan: z.boolean(),
})
export type EarningDay = z.output<typeof earningDay>

const days = { awal: filter(jakartaDay), akhir: filter(jakartaDay) }
const listQuery = z.object(pageQuery(['hari'], days))
export type EarningQuery = z.output<typeof listQuery>

export const earningCalls = {
  list: call('GET', '/api/v1/seller/earnings', {
    summary: 'List days with sales or reversed sales of the seller, with their earnings by the books',
    access: 'seller',
    query: listQuery,
    data: pageOf(earningDay),
  }),
  sums: call('GET', '/api/v1/seller/earnings/sums', {
    summary: 'Sum the earnings of the given days, with the present debt of the seller',
    access: 'seller',
    query: z.object(days),
    data: z.object({ ...sums, hutang: rupiah }),
  }),
  download: call('GET', '/api/v1/seller/earnings/download', {
    summary: 'Download the days of the list as CSV',
    access: 'seller',
    query: listQuery.omit({ page: true, size: true }),
    csv: true,
  }),
}
