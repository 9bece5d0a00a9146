import type { DashboardFigures, RankedSeller, RankOrder } from '@lapak/contract/backoffice/dashboard'
import { rankMax } from '@lapak/contract/backoffice/dashboard'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { sumTickets } from '#contexts/funds/tickets/tickets.ts'
import { sellersOfDays, sumsByDay } from '#contexts/ordering/purchases/purchases.ts'
import { countWaiting } from '#contexts/selling/seller-applications/seller-applications.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { jakartaDayOf } from '#shared/clock.ts'

export interface DashboardDeps {
  db: Database
  installation: string
  settings: Settings
}

interface Days {
  awal: string
  akhir: string
}

/** Top-ups, cash-outs, purchases and waiting requests. Each figure equals the sum or the number of rows in the list that it links to. */
export async function readFigures(deps: DashboardDeps, days: Days, now: Date): Promise<DashboardFigures> {
  const { read } = deps.db
  const today = jakartaDayOf(now)
  return {
    cashin: await ticketFigures(deps, 0, days, today),
    cashout: await ticketFigures(deps, 1, days, today),
    sellerrequest: await countWaiting(read, today),
    ...(await purchaseFigures(read, days, today)),
  }
}

/** The state of a waiting ticket: a waiting top-up still needs its transfer (1), a waiting cash-out needs an administrator (0). */
const waitingState = { 0: 1, 1: 0 } as const

async function ticketFigures(deps: DashboardDeps, kind: TicketKind, days: Days, today: string): Promise<DashboardFigures['cashin']> {
  return {
    hariini: sumOf(await sumTickets(deps, kind, { awal: today, akhir: today })),
    rentang: sumOf(await sumTickets(deps, kind, days)),
    menunggu: (await sumTickets(deps, kind, { status: waitingState[kind] })).jml,
  }
}

const sumOf = ({ jml, amount }: { jml: number; amount: bigint }) => ({ jml, amount })

const nothing = { jml: 0, amount: 0n, gagal: 0 }

const countsOf = ({ jml, amount, gagal }: { jml: bigint; amount: bigint; gagal: bigint }) => ({
  jml: Number(jml),
  amount,
  gagal: Number(gagal),
})

/** The sums of the requested days. Today is read separately if the requested days do not include it. */
async function purchaseFigures(read: Reader, days: Days, today: string): Promise<Pick<DashboardFigures, 'transaksi' | 'hari'>> {
  const found = new Map((await sumsByDay(read, days)).map((sum) => [sum.day, countsOf(sum)]))
  const hari = daysFrom(days).map((day) => ({ hari: day, ...(found.get(day) ?? nothing) }))
  const rentang = hari.reduce(
    (sum, day) => ({ jml: sum.jml + day.jml, amount: sum.amount + day.amount, gagal: sum.gagal + day.gagal }),
    nothing,
  )
  const within = days.awal <= today && today <= days.akhir
  const [alone] = within ? [] : await sumsByDay(read, { awal: today, akhir: today })
  const hariini = found.get(today) ?? (alone ? countsOf(alone) : nothing)
  return { transaksi: { hariini, rentang }, hari }
}

const dayMs = 86_400_000

function daysFrom({ awal, akhir }: Days): string[] {
  const count = (Date.parse(akhir) - Date.parse(awal)) / dayMs + 1
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(awal) + at * dayMs).toISOString().slice(0, 10))
}

export async function rankSellers(read: Reader, days: Days, order: RankOrder = 'omzet'): Promise<RankedSeller[]> {
  const rows = await sellersOfDays(read, days, order, rankMax)
  return rows.map((row) => ({
    sellerid: row.seller_id,
    sellername: row.name,
    terjual: Number(row.sold),
    omzet: row.amount,
    dicoba: Number(row.ended),
    sukses: Number(row.succeeded),
  }))
}
