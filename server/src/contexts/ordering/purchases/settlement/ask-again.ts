const longestMs = 15 * 60_000

/** The pause before the next question about an order: it doubles with each question, up to the maximum. The guide describes this in its text. */
export const askAgainInMs = (asks: number, firstMs: number): number => Math.min(firstMs * 2 ** Math.min(asks, 10), longestMs)

/** An attempt with this due time is never asked about again, because a question could place an order. */
export const neverDue = new Date('9999-01-01T00:00:00Z')
