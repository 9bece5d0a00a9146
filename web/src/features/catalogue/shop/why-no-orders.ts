import { wibBare } from '@lapak/contract/shared/time-text'
import type { ShopState } from '#features/catalogue/shop/shop.api.ts'
import { weekdays } from '#features/catalogue/shop/shop-hours-values.ts'

/** What keeps orders away from a shop that its seller has not closed, in words; nothing where they come. */
export function whyNoOrders({ alasan, sampai, pesan }: Pick<ShopState, 'alasan' | 'sampai' | 'pesan'>, now: Date): string | undefined {
  const until = sampai ? ` sampai ${momentWords(sampai, now)}` : ''
  switch (alasan) {
    case 'server':
      return 'Belum menerima pesanan: server belum diuji (tab Setting)'
    case 'jam':
      return `Di luar jam operasional${until}`
    case 'istirahat':
      return `Server tidak menjawab, diistirahatkan${until}`
    case 'admin':
      return `Ditutup admin: ${pesan}`
    case null:
      return undefined
  }
}

/** `08.00` of today, `besok 08.00`, `Kamis 08.00`. */
function momentWords(moment: Date, now: Date): string {
  const [day = '', time = ''] = wibBare(moment).split(' ')
  const clock = time.slice(0, 5).replace(':', '.')
  const dayMs = 86_400_000
  if (day === wibBare(now).slice(0, 10)) return clock
  if (day === wibBare(new Date(now.getTime() + dayMs)).slice(0, 10)) return `besok ${clock}`
  return `${weekdays[(new Date(`${day.replaceAll('/', '-')}T00:00:00Z`).getUTCDay() + 6) % 7]} ${clock}`
}
