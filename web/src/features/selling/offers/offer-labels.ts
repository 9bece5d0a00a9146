import { normalPrice } from '@lapak/contract/selling/offers'
import { rupiahText } from '@lapak/contract/shared/money'
import type { Offer } from '#features/selling/offers/offers.api.ts'

/** The rank of the offer, for example 'Anda ke-3 dari 6'. The seller learns nothing else about other offers. */
export function rankText({ peringkat, penawaran }: Pick<Offer, 'peringkat' | 'penawaran'>): string {
  if (peringkat === null) return penawaran === 0 ? 'Belum ada yang buka' : `Tidak dijual, ${penawaran} lain buka`
  return penawaran === 1 ? 'Satu-satunya' : `Anda ke-${peringkat} dari ${penawaran}`
}

export const stockText = (stok: number | null): string => (stok === null ? 'Tanpa batas' : stok === 0 ? 'Habis' : String(stok))

export const marginOf = (offer: Pick<Offer, 'sellprice' | 'discount' | 'buyprice'>): bigint => normalPrice(offer) - offer.buyprice

export const isBelowCost = (offer: Pick<Offer, 'sellprice' | 'discount' | 'buyprice'>): boolean => marginOf(offer) < 0n

export const belowCostText = (offer: Pick<Offer, 'sellprice' | 'discount' | 'buyprice'>): string =>
  `Dijual ${rupiahText(normalPrice(offer))}, di bawah harga beli ${rupiahText(offer.buyprice)}`

/** Parses a cut-off. An empty text means no cut-off; the result is null if the text cannot be parsed. */
export function parseCutoff(text: string): Pick<Offer, 'cutoffawal' | 'cutoffakhir'> | null {
  if (text.trim() === '') return { cutoffawal: null, cutoffakhir: null }
  const [, cutoffawal, cutoffakhir] = /^\s*((?:[01]\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? []
  return cutoffawal !== undefined && cutoffakhir !== undefined ? { cutoffawal, cutoffakhir } : null
}

export const cutoffText = ({ cutoffawal, cutoffakhir }: Pick<Offer, 'cutoffawal' | 'cutoffakhir'>): string =>
  cutoffawal && cutoffakhir ? `${cutoffawal}–${cutoffakhir}` : '–'
