import { z } from 'zod'

/** Labels for people: whether an offer is open, or why it cannot be ordered now. The channels have their own texts, which never change. */
export const offerStateLabels = {
  open: 'Buka',
  closed: 'Tutup',
  disturbed: 'Gangguan',
  cut_off: 'Cut-off',
  sold_out: 'Stok habis',
} as const
export type OfferState = keyof typeof offerStateLabels

export const offerState = z.enum(Object.keys(offerStateLabels) as [OfferState, ...OfferState[]])
