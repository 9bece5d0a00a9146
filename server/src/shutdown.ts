import type { Log } from '#shared/log.ts'

/**
 * Maximum time in milliseconds for which a stopping process waits for slow sellers, receivers and clients. Remaining work is treated like that of a
 * killed process: the next process finds it without a claim and checks its state.
 */
export const shutdownMs = 5000

/** How long a stopping process keeps connections open without a request, after it has stopped listening, in milliseconds. */
export const lingerMs = 1000

export const atMost = (ms: number, work: Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })

/**
 * Starts something of several parts. `start` gives each part's close function to `opened`; if a later part fails to start, those are closed, the last
 * one first, so that a repeated start finds its port free and no connection is left.
 */
export async function startParts<Started>(
  log: Pick<Log, 'error'>,
  start: (opened: (close: () => unknown) => void) => Promise<Started>,
): Promise<Started> {
  const closes: (() => unknown)[] = []
  try {
    return await start((close) => closes.push(close))
  } catch (error) {
    for (const close of closes.toReversed()) {
      try {
        await close()
      } catch (closeError) {
        log.error({ err: closeError }, 'closing after a failed start failed')
      }
    }
    throw error
  }
}
