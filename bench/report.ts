/** One measured period of the benchmark. */
export interface Block {
  name: string
  perSecond: number
  p50?: number
  p99?: number
  /** CPU usage by process, in shares of one CPU. */
  cpu: Record<string, number>
}

/** All measured values of a number, by its name; one value per round. */
export type Numbers = Record<string, number[]>

export const aims: Record<string, string> = {
  placed_node_vs_echo: '≤ 3',
  finished_node_vs_postgres: '≤ 1',
  placed_postgres_vs_tpcb: '',
  finished_node_vs_echo: '',
  finished_postgres_vs_tpcb: '',
  finished_per_second: '',
  place_vs_tpcb: '≥ 3',
  hot_wallet_vs_tpcb: '≥ 2.5',
  cold_whale_vs_tpcb: '≥ 2',
  analysed_whale_vs_tpcb: '≥ 2',
  analysed_finished_vs_tpcb: '',
  finished_vs_tpcb: '≥ 1',
  pg_kinstr_per_order_32: '≤ 280',
  pg_kinstr_per_order_256: '≤ 245',
  node_vs_echo: '≤ 2',
  finished_vs_tpcb_cpu: '≥ 0.67',
  place_p99_ms: '',
  place_p99_vs_tpcb: '≤ 1.5',
  p99_growth_5m: '≤ 1.2',
  held_wallet_p99_growth: '≤ 2',
  list_today_growth: '≤ 1.5',
  sums_today_growth: '≤ 1.5',
  list_30d_growth: '≤ 1.5',
  sums_30d_growth: '≤ 1.5',
  search_30d_growth: '≤ 1.5',
  dashboard_30d_growth: '≤ 1.5',
  dashboard_year_growth: '',
  dashboard_30d_p99_large_ms: '≤ 300',
  rank_30d_growth: '≤ 1.5',
  rank_30d_p99_large_ms: '≤ 300',
  statement_today_growth: '≤ 1.5',
  statement_30d_growth: '≤ 1.5',
  statement_all_growth: '≤ 1.5',
  statement_search_growth: '≤ 1.5',
  whale_today_growth: '≤ 1.5',
  whale_30d_growth: '≤ 1.5',
  whale_all_growth: '≤ 1.5',
  whale_deep_growth: '≤ 1.5',
  money_cards_growth: '≤ 1.5',
  cash_list_growth: '≤ 1.5',
  cash_history_growth: '≤ 1.5',
  beside_changes_p50_growth: '≤ 2',
  beside_changes_p99_growth: '',
  sockets_mb_per_connection: '≤ 0.1',
  sockets_p99_ms: '≤ 250',
  sockets_rss_mb: '',
  catalogue_blocked_ms: '≤ 20',
  catalogue_rss_large_mb: '≤ 400',
  peak_rss_mb: '≤ 300',
  lost: '≤ 0',
  doubled: '≤ 0',
}

/** CPU seconds per order, summed over all processes of the benchmark. */
export function costOf({ cpu, perSecond }: Block): number {
  const total = Object.entries(cpu).reduce((sum, [process, share]) => (process === 'others' ? sum : sum + share), 0)
  return total / perSecond
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const measuredOf = (numbers: Numbers) => Object.entries(numbers).filter(([, values]) => values.length > 0)

export const mediansOf = (numbers: Numbers): Record<string, number> =>
  Object.fromEntries(measuredOf(numbers).map(([key, values]) => [key, round(median(values))]))

/** Minimum and maximum of each number over the rounds. */
export const spreadsOf = (numbers: Numbers): Record<string, [number, number]> =>
  Object.fromEntries(measuredOf(numbers).map(([key, values]) => [key, [round(Math.min(...values)), round(Math.max(...values))]]))

const round = (value: number) => Math.round(value * 1000) / 1000
const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

export function printBlocks(blocks: Block[]) {
  console.log('\nblock                         per second   p50 ms   p99 ms   CPU of each process (1 = one core), µs of all per order')
  for (const { name, perSecond, p50, p99, cpu } of blocks) {
    const shares = Object.entries(cpu).map(([process, share]) => `${process} ${share.toFixed(2)}`)
    const cost = `${(costOf({ name, perSecond, cpu }) * 1e6).toFixed(0)} µs`
    const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1)).padStart(8)
    console.log(`${name.padEnd(30)}${perSecond.toFixed(0).padStart(10)} ${number(p50)} ${number(p99)}   ${shares.join(', ')}; ${cost}`)
  }
}

export function printSums(numbers: Numbers) {
  console.log('\nnumber                     median     range over the rounds')
  for (const [name, values] of Object.entries(numbers)) {
    if (values.length > 0)
      console.log(
        `${name.padEnd(24)} ${shown(median(values)).padStart(8)}     ${shown(Math.min(...values))} – ${shown(Math.max(...values))}`,
      )
  }
}

export function printAims(result: Record<string, number>) {
  console.log('\nagainst the aims')
  for (const [name, aim] of Object.entries(aims)) {
    const value = result[name]
    if (value !== undefined)
      console.log(
        `${name.padEnd(24)} ${shown(value).padStart(8)}     ${aim === '' ? '' : `${meets(value, aim) ? 'meets' : 'misses'} ${aim}`}`,
      )
  }
}

function meets(value: number, aim: string): boolean {
  const [sign, limit] = aim.split(' ')
  return sign === '≥' ? value >= Number(limit) : value <= Number(limit)
}
