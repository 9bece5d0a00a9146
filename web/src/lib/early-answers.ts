/** The requests that the script in index.html (`build/begin-early.ts`) started before this application was loaded. */
export interface EarlyAnswers {
  /** The token with which they were made; undefined without a session. */
  token: string | undefined
  /** By address, including the query. */
  answers: Map<string, Promise<Response>>
  /** When the first request started, in milliseconds of this device's clock. */
  at: number
}

declare global {
  interface Window {
    lapakEarly?: EarlyAnswers
  }
}

/** Longer than the application takes to load on a slow network; older answers are discarded. */
const keptMs = 15_000

// Afterwards only this module can access them.
let early = window.lapakEarly
delete window.lapakEarly
const began = early?.at ?? Date.now()
if (early) {
  setTimeout(() => (early = undefined), keptMs)
  performance.mark('early-asked', { detail: [...early.answers.keys()] })
}

/**
 * How long ago, in milliseconds, this document made its first request. The larger value of two clocks: one may stop while the device sleeps, and the
 * other may be set back.
 */
export const firstReadAgo = (): number => Math.max(performance.now(), Date.now() - began)

/** The answer to a GET that was started early, for the first caller with the same token; it is returned only once. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const answer = early?.answers.get(address)
  if (!early || !answer) return undefined
  early.answers.delete(address)
  if (token !== undefined && token !== early.token) return undefined
  performance.mark('early-taken', { detail: address })
  return answer
}

/** The same promise, but it rejects when the signal is aborted. */
export const untilAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((done, failed) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
    work.then(done, failed)
  })
