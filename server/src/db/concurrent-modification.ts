/** What was read before it was locked has changed since: the transaction is undone, and its caller decides again on what holds now. */
export class ConcurrentModificationError extends Error {}
