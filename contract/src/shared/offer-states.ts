import { z } from 'zod'

/** Labels for people: open, or why an offer cannot be ordered now. Channels use texts of their own, which never change. */
export const offerStateLabels = {
  open: 'Buka',
  closed: 'Tutup',
  disturbed: 'Gangguan',
  cut_off: 'Cut-off',
  sold_out: 'Stok habis',
} as const
export type OfferState = keyof typeof offerStateLabels

export const offerState = z.enum(Object.keys(offerStateLabels) as [OfferState, ...OfferState[]])
