import type { Explanation } from '@lapak/contract/funds/bank-statements'

/** The labels of the kinds of explanation of a row. */
export const explanationLabels: Record<Explanation, string> = {
  new: 'Belum jelas',
  deposit: 'Topup',
  cash_out: 'Penarikan',
  cash_transfer: 'Transfer kas',
  correction: 'Koreksi kas',
  unmatched: 'Tanpa pemilik',
  noted: 'Dicatat',
}
