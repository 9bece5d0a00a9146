/**
 * Maximum time in milliseconds for which a stopping process waits for slow sellers, receivers and clients. Remaining work is treated like that of a
 * killed process: the next process finds it without a claim and checks its state.
 */
export const shutdownMs = 5000

export const atMost = (ms: number, work: Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })
