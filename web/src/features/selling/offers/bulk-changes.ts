import type { ChangesBody } from '#features/selling/offers/offers.api.ts'
import { parseRupiah } from '#lib/rupiah-input.ts'

/** The changes of a bulk change, as the seller selected and typed them. */
export interface TypedChanges {
  price: '' | 'plus' | 'minus' | 'plusPercent' | 'minusPercent'
  priceBy: string
  roundTo: string
  roundWay: 'naik' | 'turun' | 'terdekat'
  cost: '' | 'plus' | 'minus' | 'plusPercent' | 'minusPercent'
  costBy: string
  checkCode: '' | 'none' | 'code'
  checkCodeTyped: string
  promo: '' | 'none' | 'below' | 'belowPercent'
  promoBy: string
  stock: '' | 'unlimited' | 'count'
  stockCount: string
  status: string
  disturbed: string
  cutoff: '' | 'none' | 'window'
  from: string
  until: string
}

export const emptyChanges: TypedChanges = {
  ...{
    price: '',
    priceBy: '',
    roundTo: '',
    roundWay: 'terdekat',
    cost: '',
    costBy: '',
    promo: '',
    promoBy: '',
    checkCode: '',
    checkCodeTyped: '',
  },
  ...{ stock: '', stockCount: '', status: '', disturbed: '', cutoff: '', from: '', until: '' },
}

const number = 'Tulis angka bulat, misalnya 500'
const percent = 'Tulis persen di atas 0, misalnya 2,5'

/** Parses a percentage to basis points: '2,5' becomes 250. */
function percentOf(text: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(text.trim())) return null
  const points = Math.round(Number(text.trim().replace(',', '.')) * 100)
  return points > 0 ? points : null
}

const isPercent = (way: string) => way.endsWith('Percent')

function wrongStep(way: string, by: string): string | null {
  if (isPercent(way)) return percentOf(by) === null ? percent : null
  return parseRupiah(by) ? null : number
}

export const changesValidation = {
  priceBy: (by: string, { price }: TypedChanges) => (price === '' ? null : wrongStep(price, by)),
  costBy: (by: string, { cost }: TypedChanges) => (cost === '' ? null : wrongStep(cost, by)),
  checkCodeTyped: (code: string, { checkCode }: TypedChanges) => (checkCode === 'code' && code.trim() === '' ? 'Isi kodenya' : null),
  promoBy: (by: string, { promo }: TypedChanges) => (promo === '' || promo === 'none' ? null : wrongStep(promo, by)),
  stockCount: (count: string, { stock }: TypedChanges) => (stock === 'count' && parseRupiah(count) == null ? number : null),
  from: (time: string, { cutoff }: TypedChanges) => (cutoff === 'window' && time === '' ? 'Isi jamnya' : null),
  until: (time: string, { cutoff }: TypedChanges) => (cutoff === 'window' && time === '' ? 'Isi jamnya' : null),
}

const stepOf = (way: string, by: string) => {
  const sign = way.startsWith('minus') ? -1 : 1
  return isPercent(way) ? { basispoints: sign * (percentOf(by) ?? 0) } : { rupiah: sign * Number(parseRupiah(by) ?? 0) }
}

const flagOf = (text: string) => (text === '' ? undefined : text === '1' ? (1 as const) : (0 as const))

/** Converts the typed changes to the body of the call. */
export function toChangesBody(typed: TypedChanges): ChangesBody {
  const {
    price,
    priceBy,
    cost,
    costBy,
    checkCode,
    checkCodeTyped,
    roundTo,
    roundWay,
    promo,
    promoBy,
    stock,
    stockCount,
    status,
    disturbed,
    cutoff,
    from,
    until,
  } = typed
  return {
    ...(price !== '' && { harga: stepOf(price, priceBy) }),
    ...(cost !== '' && { beli: stepOf(cost, costBy) }),
    ...(checkCode !== '' && { kodecek: checkCode === 'none' ? null : checkCodeTyped.trim() }),
    ...(roundTo !== '' && { bulat: { ke: Number(roundTo) as 25, arah: roundWay } }),
    ...(promo !== '' && { promo: promo === 'none' ? null : stepOf(promo, promoBy) }),
    ...(stock !== '' && { stok: stock === 'unlimited' ? null : Number(parseRupiah(stockCount) ?? 0) }),
    ...(status !== '' && { status: flagOf(status) }),
    ...(disturbed !== '' && { gangguan: flagOf(disturbed) }),
    ...(cutoff !== '' && { cutoff: cutoff === 'none' ? null : { awal: from, akhir: until } }),
  }
}

export const hasNoChanges = (typed: TypedChanges): boolean => Object.keys(toChangesBody(typed)).length === 0
