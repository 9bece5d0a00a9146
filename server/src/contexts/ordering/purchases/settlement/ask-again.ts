const longestMs = 15 * 60_000

/** When a seller is asked about an order the next time, after so many questions: each pause is twice as long, up to the longest; the guide says so in words. */
export const askAgainInMs = (asks: number, firstMs: number): number => Math.min(firstMs * 2 ** Math.min(asks, 10), longestMs)

/** An attempt that is due only after this is asked about no more: a question could be an order. */
export const neverDue = new Date('9999-01-01T00:00:00Z')
