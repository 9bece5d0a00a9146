/** A date of a file; the year is null if the bank leaves it out. */
export interface FileDate {
  year: number | null
  month: number
  day: number
  time: string | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'mei', 'jun', 'jul', 'agu', 'sep', 'okt', 'nov', 'des']
/** English names and other abbreviations of months. */
const otherMonths: Record<string, number> = { may: 5, aug: 8, agt: 8, ags: 8, oct: 10, dec: 12 }

const shapes: { pattern: RegExp; order: readonly ['year' | 'day', 'month', 'year' | 'day'] }[] = [
  { pattern: /^(\d{4})(\d{2})(\d{2})(?:[ T]+(.*))?$/, order: ['year', 'month', 'day'] },
  { pattern: /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T]+(.*))?$/, order: ['year', 'month', 'day'] },
  { pattern: /^(\d{1,2})[-/ ](\d{1,2}|[A-Za-z]{3,9})[-/ ](\d{4}|\d{2})(?:[ T]+(.*))?$/, order: ['day', 'month', 'year'] },
]
const clock = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?(?:\s*WIB)?$/
const withoutYear = /^(\d{1,2})\/(\d{1,2})$/

/**
 * True for dates that a spreadsheet has rewritten: `05-Nov`, `5/11/2026` and `11/27/2026`. The original day cannot be recovered from the last two
 * forms.
 */
export function isOfSpreadsheet(text: string): boolean {
  const trimmed = text.trim().replace(/^'/, '')
  if (/^\d{1,2}-[A-Za-z]{3}$/.test(trimmed)) return true
  const [, first = '', second = ''] = /^(\d{1,2})[-/](\d{1,2})(?:[-/]|$)/.exec(trimmed) ?? []
  if (first === '') return false
  return first.length === 1 || second.length === 1 || (Number(second) > 12 && Number(first) <= 12)
}

/** Parses a date with the day first, as Indonesian banks write it, or with the year first. Null if the text is not a date. */
export function dateOf(text: string): FileDate | null {
  const trimmed = text.trim().replace(/^'/, '')
  const short = withoutYear.exec(trimmed)
  if (short) return checked({ year: null, month: Number(short[2]), day: Number(short[1]), time: null })
  for (const { pattern, order } of shapes) {
    const match = pattern.exec(trimmed)
    if (match === null) continue
    const [, first = '', second = '', third = '', rest = ''] = match
    const named = { [order[0]]: first, month: second, [order[2]]: third } as Record<'year' | 'month' | 'day', string>
    const year = named.year.length === 2 ? 2000 + Number(named.year) : Number(named.year)
    const time = rest === '' ? null : clockOf(rest)
    return time === undefined ? null : checked({ year, month: monthOf(named.month), day: Number(named.day), time })
  }
  return null
}

const monthOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const name = text.slice(0, 3).toLowerCase()
  return otherMonths[name] ?? months.indexOf(name) + 1
}

/** `HH:mm:ss`; undefined if the text is not a time. */
export function clockOf(text: string): string | undefined {
  const [, hour = '', minute = '', second = '00'] = clock.exec(text) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`
  return isClock(time) ? time : undefined
}

export const isClock = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)

function checked(date: FileDate): FileDate | null {
  const day = dayText(date.year ?? 2024, date)
  return new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day ? date : null
}

export const dayText = (year: number, { month, day }: Pick<FileDate, 'month' | 'day'>): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/**
 * Adds a missing year: a year within the period that the file states, else the latest year in which the date is not after today. A file that spans
 * New Year contains dates of two years.
 */
export function yearOf(date: FileDate, { period, today }: { period: readonly [string, string] | null; today: string }): number {
  if (date.year !== null) return date.year
  const last = period?.[1] ?? today
  const year = Number(last.slice(0, 4))
  return dayText(year, date) <= last ? year : year - 1
}
