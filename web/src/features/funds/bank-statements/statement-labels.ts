import type { Explanation } from '@lapak/contract/funds/bank-statements'

/** What a row turned out to be, in words. */
export const explanationLabels: Record<Explanation, string> = {
  new: 'Belum jelas',
  deposit: 'Topup',
  cash_out: 'Penarikan',
  cash_transfer: 'Transfer kas',
  correction: 'Koreksi kas',
  unmatched: 'Tanpa pemilik',
  noted: 'Dicatat',
}
