import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, jakartaDay, rowId, rupiah } from '../shared/wire.ts'

/** Maximum days in one range: a leap year. */
export const dashboardDaysMax = 366
/** Maximum number of sellers in the ranking. */
export const rankMax = 20

/** Ranking: by revenue, by number of sales, or by failed attempts. */
export const rankOrders = ['omzet', 'transaksi', 'gagal'] as const
export type RankOrder = (typeof rankOrders)[number]

const days = { awal: jakartaDay, akhir: jakartaDay }
const fits = ({ awal, akhir }: { awal: string; akhir: string }) => {
  const after = (Date.parse(akhir) - Date.parse(awal)) / 86_400_000
  return after >= 0 && after < dashboardDaysMax
}
const tooLong = { path: ['akhir'], message: `Pilih 1 sampai ${dashboardDaysMax} hari` }

const sums = z.object({ jml: z.int(), amount: rupiah })

/** Tickets by the day of their creation: the number and the sum of those that were credited or paid. */
const tickets = z.object({
  hariini: sums,
  rentang: sums,
  /** Number of waiting tickets, whenever created: top-ups that wait for money, and cash-outs that wait for payment. */
  menunggu: z.int(),
})

const orders = sums.extend({ gagal: z.int() })

const figures = z.object({
  cashin: tickets,
  cashout: tickets,
  /** Number of seller applications that wait for a decision, and of applications whose documents were sent today. */
  sellerrequest: z.object({ hariini: z.int(), menunggu: z.int() }),
  /** Number and sum of purchases that did not fail, and the number of failed ones. */
  transaksi: z.object({ hariini: orders, rentang: orders }),
  /** Figures for every day of the range, including days without a transaction. */
  hari: z.array(orders.extend({ hari: jakartaDay })),
})
export type DashboardFigures = z.output<typeof figures>

const rankedSeller = z.object({
  sellerid: rowId,
  sellername: z.string(),
  /** Sales that were not refunded, and their amount. */
  terjual: z.int(),
  omzet: rupiah,
  /** Ended attempts at this seller, and the number of successful attempts among them. */
  dicoba: z.int(),
  sukses: z.int(),
})
export type RankedSeller = z.output<typeof rankedSeller>

export const dashboardCalls = {
  figures: call('GET', '/api/admin/v1/dashboard', {
    summary: 'Read sums of top-ups, cash-outs, applications to sell and transactions: today, for the given days, and transactions per day',
    access: 'admin',
    query: z.object(days).refine(fits, tooLong),
    data: figures,
  }),
  sellers: call('GET', '/api/admin/v1/dashboard/sellers', {
    summary: `List the first ${rankMax} sellers by orders of these days: by turnover, count or failures`,
    access: 'admin',
    aboutMembers: true,
    query: z.object({ ...days, urut: filter(z.enum(rankOrders)) }).refine(fits, tooLong),
    data: z.array(rankedSeller),
  }),
}
