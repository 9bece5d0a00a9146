/** The reference of an attempt at its seller's server. */
export const supplierReference = (installation: string, attemptId: bigint): string => `${installation}${attemptId}`

export function attemptOfReference(installation: string, reference: string): bigint | null {
  const digits = reference.startsWith(installation) ? reference.slice(installation.length) : ''
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : null
}

/**
 * The prefix of the references of self-test orders. A letter follows the installation code here, while digits follow it in references of attempts, so
 * the two cannot be confused.
 */
export const testPrefix = (installation: string): string => `${installation}UJI`

/** The nth test order in a run of a seller's self-test. A test order is not a real order. */
export interface TestOrder {
  runId: bigint
  nth: number
}

export const testReference = (installation: string, { runId, nth }: TestOrder): string => `${testPrefix(installation)}${runId}N${nth}`

export function testOfReference(installation: string, reference: string): TestOrder | null {
  const prefix = testPrefix(installation)
  const [, runId, nth] = (reference.startsWith(prefix) && /^(\d{1,18})N(\d{1,2})$/.exec(reference.slice(prefix.length))) || []
  return runId && nth ? { runId: BigInt(runId), nth: Number(nth) } : null
}
