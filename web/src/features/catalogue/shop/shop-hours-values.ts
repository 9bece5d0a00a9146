import type { ShopHours } from '#features/catalogue/shop/shop.api.ts'

export const weekdays = ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'] as const

export interface DayValues {
  mode: 'jam' | '24' | 'tutup'
  buka: string
  tutup: string
}

const usual = { buka: '08:00', tutup: '22:00' }

export const dayValuesOf = (hours: ShopHours['jambuka']): DayValues[] =>
  weekdays.map((_, nth) => {
    if (hours === null) return { mode: 'jam', ...usual }
    const day = hours[nth]
    if (!day) return { mode: 'tutup', ...usual }
    return isWholeDay(day) ? { mode: '24', ...usual } : { mode: 'jam', ...day }
  })

export const toShopHours = (days: DayValues[]): NonNullable<ShopHours['jambuka']> =>
  days.map(({ mode, buka, tutup }) => (mode === 'tutup' ? null : mode === '24' ? wholeDay : { buka, tutup }))

const wholeDay = { buka: '00:00', tutup: '00:00' }
const isWholeDay = ({ buka, tutup }: { buka: string; tutup: string }) => buka === wholeDay.buka && tutup === wholeDay.tutup

export const missingDayError = (always: boolean, { days }: { days: DayValues[] }) =>
  !always && days.every(({ mode }) => mode === 'tutup') ? 'Buka paling sedikit satu hari; untuk tutup, pakai sakelar toko' : null

/** The error of a time field. Hidden hours are not validated. */
export const dayTimeError = (time: string, { always, days }: { always: boolean; days: DayValues[] }, path: string) =>
  !always && days[Number(path.split('.')[1])]?.mode === 'jam' && time === '' ? 'Isi jam' : null
