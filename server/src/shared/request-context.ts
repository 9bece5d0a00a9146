import { AsyncLocalStorage } from 'node:async_hooks'

/** The HTTP request for which the running code works. Known to all that it awaits, so log lines and traces need no parameter for it. */
export interface RequestContext {
  readonly id: string
  /** `performance.now()` when its handler began. */
  readonly begunAt: number
  /** The header of W3C Trace Context, as it was sent. */
  readonly traceparent: string | undefined
}

const running = new AsyncLocalStorage<RequestContext | undefined>()

export const currentRequest = (): RequestContext | undefined => running.getStore()

export const inRequest = <Result>(request: RequestContext, act: () => Result): Result => running.run(request, act)

/** For work that a request begins and that goes on for others, such as a batch: its log lines must not have the id of the first request. */
export const outsideRequests = <Result>(act: () => Result): Result => running.run(undefined, act)
