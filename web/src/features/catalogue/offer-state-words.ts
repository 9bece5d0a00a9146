import type { PricingRow } from '@lapak/contract/catalogue'

/** Why an offer cannot be ordered now. */
export const whyNot: Record<Exclude<PricingRow['state'], 'open'>, string> = {
  closed: 'Tutup',
  disturbed: 'Gangguan',
  sold_out: 'Stok habis',
  cut_off: 'Cut-off',
}
