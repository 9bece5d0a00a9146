/** The states of an attempt, see 0007-ordering.sql. The states up to `unknown` are live: the attempt is not final. */
export const attemptState = { queued: 0, sending: 1, waiting: 2, unknown: 3, success: 4, failed: 5, unsent: 6 } as const
export type AttemptState = (typeof attemptState)[keyof typeof attemptState]

export const isLive = (state: number): boolean => state <= attemptState.unknown

export const attemptStateNames = ['queued', 'sending', 'waiting', 'unknown', 'success', 'failed', 'unsent'] as const
