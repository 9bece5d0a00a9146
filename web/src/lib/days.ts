const jakartaOffset = 7 * 3_600_000

/** Today in Jakarta, `YYYY-MM-DD`. */
export const jakartaToday = (now = new Date()): string => new Date(now.getTime() + jakartaOffset).toISOString().slice(0, 10)

/** The date that is `days` days before `day`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
