const jakartaOffset = 7 * 3_600_000

/** `2026/11/21 09:05:00`, in WIB whatever the device's clock says. Java's time zones have no summer time. */
export function wib(moment: Date): string {
  const iso = new Date(moment.getTime() + jakartaOffset).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}`
}

/** Today in Jakarta, `YYYY-MM-DD`. */
export const jakartaToday = (now = new Date()): string => new Date(now.getTime() + jakartaOffset).toISOString().slice(0, 10)

/** The day `days` before a day of the calendar. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)

/** The name of a seller in lists, and beside its products (B-CONST-21). */
export const shortName = (name: string): string => cut(name, 20)
export const shorterName = (name: string): string => cut(name, 15)

/** `081234567890` → `0812 3456 7890`; what is not a plain number stays as it is. */
export const inFours = (target: string): string => (/^\d{5,}$/.test(target) ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)

/** What people paste as a number: `+62 812-3456.7890` → `081234567890`. Other targets (game ids, e-mails) are only trimmed. */
export function cleanTarget(text: string): string {
  if (!/^[\s\d+().-]*$/.test(text)) return text.trimStart()
  return text
    .replace(/[\s().-]/g, '')
    .replace(/^\+62/, '0')
    .replaceAll('+', '')
}
