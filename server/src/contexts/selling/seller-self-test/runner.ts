import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import type { Log } from '#shared/log.ts'
import { executeRun, type RunContext } from './run.ts'

/** Maximum number of concurrent runs per process, so that servers that never answer cannot use up its capacity; further runs wait. */
export const selfTestsAtOnce = 24

/**
 * The self-tests that this process runs. A job only starts a run and does not wait for its end: a server that never answers delays a run for minutes,
 * and the few concurrent jobs also deliver all e-mails and codes.
 */
export interface SelfTestRunner {
  begin(runId: bigint): void
  /** Sends no more requests; resolves when the runs under way have ended. */
  stop(): Promise<void>
}

export function createSelfTestRunner(context: RunContext & { log: Log }): SelfTestRunner {
  const underWay = new Set<Promise<void>>()
  // A seller has one run at a time, so the queue is never longer than the number of sellers.
  const share = createConcurrencyLimit(selfTestsAtOnce, Number.POSITIVE_INFINITY)
  let stopped = false
  return {
    begin(runId) {
      const run = share(() => executeRun(context, runId, () => stopped))
        .catch((error) => context.log.error({ err: error, run: runId }, 'self-test failed; it will be ended as abandoned'))
        .finally(() => underWay.delete(run))
      underWay.add(run)
    },
    async stop() {
      stopped = true
      await Promise.all(underWay)
    },
  }
}
