/**
 * How long a stopping process waits for slow sellers, receivers and clients. What is left then is what a killed process
 * leaves: the next one finds it claimed by nobody and asks.
 */
export const shutdownMs = 5000

export const atMost = (ms: number, work: Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })
