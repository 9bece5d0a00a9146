/** The reference by which a seller's server knows an attempt. */
export const supplierReference = (installation: string, attemptId: bigint): string => `${installation}${attemptId}`

export function attemptOfReference(installation: string, reference: string): bigint | null {
  const digits = reference.startsWith(installation) ? reference.slice(installation.length) : ''
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : null
}

/** What the references of self-tests begin with. Behind our own letters stand more letters, so that none is read as an attempt's. */
export const testPrefix = (installation: string): string => `${installation}UJI`

/** An order that is none: the nth of a run of a seller's self-test. */
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
