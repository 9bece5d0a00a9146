/**
 * Thrown when data that was read before it was locked has changed since. The transaction is rolled back, and the caller decides again on current
 * data.
 */
export class ConcurrentModificationError extends Error {}
