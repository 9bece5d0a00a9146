const dayInJakarta = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' })

/**
 * Whether a text such as 'TIDAK ADA transaksi … pada tgl 21/11/2026' is about the day on which the order was sent. A text
 * without a date is believed. When nobody says when the order was sent, the last hour has to fit.
 */
export function speaksOfItsDay(text: string, sentAt: Date | null, now: Date): boolean {
  const [, first = '', second = '', year = ''] = /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/.exec(text) ?? []
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text)
  if (year === '' && iso === null) return true
  const day = dayInJakarta.format(sentAt ?? new Date(now.getTime() - 3_600_000))
  if (iso !== null) return day === isoDay(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  // Windows servers write the day as their region says.
  return day === isoDay(year, second, first) || day === isoDay(year, first, second)
}

function isoDay(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
