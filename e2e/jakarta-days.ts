/** The day in Jakarta so many days ago, `2026-11-21`, whatever the clock of this machine shows. */
export const dayAgo = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
