const longestMs = 15 * 60_000

/**
 * The pause in milliseconds before the next status request for an order. It doubles with each request, up to a maximum. The guide describes this rule
 * in its text.
 */
export const statusRetryDelayMs = (calls: number, firstMs: number): number => Math.min(firstMs * 2 ** Math.min(calls, 10), longestMs)

/** The due time of attempts whose status is never requested again, because a status request could place an order. */
export const neverDue = new Date('9999-01-01T00:00:00Z')
