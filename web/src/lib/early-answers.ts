/** The requests that the script in index.html (`build/begin-early.ts`) started before the web app was loaded. */
export interface EarlyAnswers {
  /** The token of the session whose requests were started; undefined without a session. */
  token: string | undefined
  /** The started requests by URL, including the query. */
  answers: Map<string, Promise<Response>>
  /** The time of the first request, in milliseconds of this device's clock. */
  at: number
}

declare global {
  interface Window {
    lapakEarly?: EarlyAnswers
  }
}

/** In milliseconds, longer than the web app takes to load on a slow network; older answers are discarded. */
const maxAgeMs = 15_000

// After these lines, only this module can access the early answers.
let early = window.lapakEarly
delete window.lapakEarly
const firstRequestAt = early?.at ?? Date.now()
if (early) {
  setTimeout(() => (early = undefined), maxAgeMs)
  performance.mark('early-asked', { detail: [...early.answers.keys()] })
}

/**
 * How long ago this document sent its first request, in milliseconds. The larger value of two clocks is used: one clock may stop while the device
 * sleeps, and the other clock may be set back.
 */
export const msSinceFirstRequest = (): number => Math.max(performance.now(), Date.now() - firstRequestAt)

/** Returns the answer to a GET request that was started early, if the caller has the same token. Each answer is returned only once. */
export function takeEarlyAnswer(address: string, token: string | undefined): Promise<Response> | undefined {
  const answer = early?.answers.get(address)
  if (!early || !answer) return undefined
  early.answers.delete(address)
  if (token !== undefined && token !== early.token) return undefined
  performance.mark('early-taken', { detail: address })
  return answer
}

/** Returns a promise with the same result, which rejects when the signal is aborted. */
export const rejectOnAbort = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((done, failed) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
    work.then(done, failed)
  })
