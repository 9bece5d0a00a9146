import { createShare } from '#http/concurrency-limit.ts'
import type { Log } from '#shared/log.ts'
import { executeRun, type RunContext } from './run.ts'

/** Somebody's servers that never answer hold no more of a process than this; other runs wait for their turn. */
export const selfTestsAtOnce = 24

/**
 * Runs of this process. A job only begins one: a server that never answers keeps a run waiting for minutes, and the few jobs that are
 * done at once carry everybody's letters and codes.
 */
export interface SelfTestRunner {
  begin(runId: bigint): void
  /** Asks nothing more; resolves when those under way have ended. */
  stop(): Promise<void>
}

export function createSelfTestRunner(context: RunContext & { log: Log }): SelfTestRunner {
  const underWay = new Set<Promise<void>>()
  // A seller has one run at a time, so no more wait than there are sellers.
  const share = createShare(selfTestsAtOnce, Number.POSITIVE_INFINITY)
  let stopped = false
  return {
    begin(runId) {
      const run = share(() => executeRun(context, runId, () => stopped))
        .catch((error) => context.log.error({ err: error, run: runId }, 'a self-test broke off; it is ended after a while'))
        .finally(() => underWay.delete(run))
      underWay.add(run)
    },
    async stop() {
      stopped = true
      await Promise.all(underWay)
    },
  }
}
