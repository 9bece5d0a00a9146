/** What the script in index.html (`build/begin-early.ts`) asked for before this program was there. */
export interface EarlyAnswers {
  /** Whose answers they are; none where nobody is signed in. */
  token: string | undefined
  /** By address, query included. */
  answers: Map<string, Promise<Response>>
  /** When the first of them was asked for, by the clock of this machine. */
  at: number
}

declare global {
  interface Window {
    lapakEarly?: EarlyAnswers
  }
}

/** Longer than the program takes to come on a slow line; after that nobody wants what was true then. */
const keptMs = 15_000

// From here on only this module knows them.
let early = window.lapakEarly
delete window.lapakEarly
const began = early?.at ?? Date.now()
if (early) {
  setTimeout(() => (early = undefined), keptMs)
  performance.mark('early-asked', { detail: [...early.answers.keys()] })
}

/**
 * How long ago, in milliseconds, this document asked for anything at the earliest. By two clocks, whichever says more: the one may stand
 * still while the machine sleeps, and the other may be set back.
 */
export const firstReadAgo = (): number => Math.max(performance.now(), Date.now() - began)

/** The answer to a GET that is on its way already, for who asks first and as the same member; nobody gets it twice. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const answer = early?.answers.get(address)
  if (!early || !answer) return undefined
  early.answers.delete(address)
  if (token !== undefined && token !== early.token) return undefined
  performance.mark('early-taken', { detail: address })
  return answer
}

/** The same, for who may stop waiting. */
export const untilAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((done, failed) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
    work.then(done, failed)
  })
