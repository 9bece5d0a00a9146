/** Servers search only one day, so 'no such transaction' must be about the day on which the order was sent. */

const dayInJakarta = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' })

/** The first letters of the months, in Indonesian and in English. */
const months = ['jan', 'feb', 'mar', 'apr', 'mei may', 'jun', 'jul', 'agu ags agt aug', 'sep', 'okt oct', 'nov nop', 'des dec']

/**
 * The days that a text such as 'TIDAK ADA transaksi … pada tgl 21/11/2026' may mean, as 2026-11-21. Two days if the date is ambiguous, because
 * Windows servers write it in their regional format. Empty if there is no date. An unreadable date is returned unchanged, so that it does not match
 * any day on which an order was sent.
 */
export function daysNamed(text: string): string[] {
  const named = /\b(?:tgl|tanggal|date)\.? ?:? ?["']?([^ ."',;]{1,20}(?: \p{L}{3,9} \d{2,4})?)/iu.exec(text)?.[1]
  return named === undefined ? daysIn(text) : ([daysIn(named), [named]].find((days) => days.length > 0) ?? [])
}

function daysIn(text: string): string[] {
  const iso = /\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b/.exec(text)
  if (iso !== null) return [isoDay(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')]
  const [, day = '', name = '', ofYear = ''] = /\b(\d{1,2})[ -](\p{L}{3,9})[ -](\d{4}|\d{2})\b/u.exec(text) ?? []
  const month = name === '' ? -1 : months.findIndex((names) => names.split(' ').includes(name.slice(0, 3).toLowerCase()))
  if (month >= 0) return [isoDay(ofYear, String(month + 1), day)]
  const [, first = '', second = '', year = ''] = /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})\b/.exec(text) ?? []
  return year === '' ? [] : [isoDay(year, second, first), isoDay(year, first, second)]
}

function isoDay(year: string, month: string, day: string): string {
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Whether an answer that was received at `receivedAt` and mentions `answerDays` covers the days of all requests that were sent at the times `sentAt`.
 * An answer without a day is about today. False if these times, with the possible difference between the seller's clock and ours, are not all on one
 * day.
 */
export function coversDaysSent(sentAt: readonly Date[], answerDays: readonly string[], receivedAt: Date, clockSkewMs: number): boolean {
  const day = oneDay(answerDays.length === 0 ? [...sentAt, receivedAt] : sentAt, clockSkewMs)
  return day !== null && (answerDays.length === 0 || answerDays.includes(day))
}

function oneDay(moments: readonly Date[], clockSkewMs: number): string | null {
  const days = new Set(
    moments.flatMap((moment) => [-clockSkewMs, clockSkewMs].map((ms) => dayInJakarta.format(new Date(moment.getTime() + ms)))),
  )
  const [day = null] = days
  return days.size === 1 ? day : null
}
