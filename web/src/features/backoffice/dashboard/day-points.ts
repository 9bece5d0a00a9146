import type { DashboardFigures } from '@lapak/contract/backoffice/dashboard'

/** One bar: a day, or a month where the days are too many to be told apart. */
export interface Point {
  name: string
  awal: string
  akhir: string
  /** Those that did not fail, with their sum. */
  jml: number
  amount: bigint
  gagal: number
}

/** As many bars as a telephone can show. */
const daysMax = 62

type Day = DashboardFigures['hari'][number]

export const pointsOf = (days: Day[]): Point[] => (days.length <= daysMax ? days.map(dayPoint) : monthPoints(days))

const inWords = (day: string, style: Intl.DateTimeFormatOptions) => new Date(day).toLocaleDateString('id', { ...style, timeZone: 'UTC' })

const dayPoint = ({ hari, jml, amount, gagal }: Day): Point => ({
  name: inWords(hari, { day: 'numeric', month: 'short', year: 'numeric' }),
  awal: hari,
  akhir: hari,
  jml,
  amount,
  gagal,
})

/** Of the first and the last month only the days that were asked for. */
function monthPoints(days: Day[]): Point[] {
  const months = Map.groupBy(days, ({ hari }) => hari.slice(0, 7))
  return [...months].map(([month, those]) => ({
    name: inWords(`${month}-01`, { month: 'short', year: 'numeric' }),
    awal: those[0]?.hari ?? '',
    akhir: those.at(-1)?.hari ?? '',
    jml: those.reduce((sum, { jml }) => sum + jml, 0),
    amount: those.reduce((sum, { amount }) => sum + amount, 0n),
    gagal: those.reduce((sum, { gagal }) => sum + gagal, 0),
  }))
}
