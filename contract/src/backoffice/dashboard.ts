import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, jakartaDay, rowId, rupiah } from '../shared/wire.ts'

/** Of days that are looked at together; a leap year and its neighbour's first day. */
export const dashboardDaysMax = 366
/** Of sellers that are ranked. */
export const rankMax = 20

/** What sellers are ranked by: what they sold, how often, or how much of what was tried at them failed. */
export const rankOrders = ['omzet', 'transaksi', 'gagal'] as const
export type RankOrder = (typeof rankOrders)[number]

const days = { awal: jakartaDay, akhir: jakartaDay }
const fits = ({ awal, akhir }: { awal: string; akhir: string }) => {
  const after = (Date.parse(akhir) - Date.parse(awal)) / 86_400_000
  return after >= 0 && after < dashboardDaysMax
}
const tooLong = { path: ['akhir'], message: `Pilih 1 sampai ${dashboardDaysMax} hari` }

const sums = z.object({ jml: z.int(), amount: rupiah })

/** Tickets by the day on which they were made: how many of them were credited or paid, and how much that was. */
const tickets = z.object({
  hariini: sums,
  rentang: sums,
  /** Made whenever: those that wait for money to come, or for somebody to pay. */
  menunggu: z.int(),
})

const orders = sums.extend({ gagal: z.int() })

const figures = z.object({
  cashin: tickets,
  cashout: tickets,
  /** Who waits to become a seller; of them, who sent documents today. */
  sellerrequest: z.object({ hariini: z.int(), menunggu: z.int() }),
  /** Those that did not fail and their sum, and how many failed. */
  transaksi: z.object({ hariini: orders, rentang: orders }),
  /** Every day of the range, also those without a transaction. */
  hari: z.array(orders.extend({ hari: jakartaDay })),
})
export type DashboardFigures = z.output<typeof figures>

const rankedSeller = z.object({
  sellerid: rowId,
  sellername: z.string(),
  /** Stayed sold, and for how much. */
  terjual: z.int(),
  omzet: rupiah,
  /** Tries at this seller that ended, and those of them that succeeded. */
  dicoba: z.int(),
  sukses: z.int(),
})
export type RankedSeller = z.output<typeof rankedSeller>

export const dashboardCalls = {
  figures: call('GET', '/api/admin/v1/dashboard', {
    summary: 'Top-ups, cash-outs, who waits to sell, and transactions: of today, of the days asked for, and the latter day by day',
    access: 'admin',
    query: z.object(days).refine(fits, tooLong),
    data: figures,
  }),
  sellers: call('GET', '/api/admin/v1/dashboard/sellers', {
    summary: `Sellers by what was ordered in these days: the first ${rankMax} by what they sold, how often, or how much failed`,
    access: 'admin',
    query: z.object({ ...days, urut: filter(z.enum(rankOrders)) }).refine(fits, tooLong),
    data: z.array(rankedSeller),
  }),
}
