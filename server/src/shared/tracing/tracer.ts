import { createHash } from 'node:crypto'
import type { Log } from '#shared/log.ts'

/**
 * Traces of what several processes work on, such as an order. The ids of a trace are computed from its subject, so every process that knows the subject
 * adds to the same trace, and nothing has to be stored or sent along (ADR 0091). Off, there is no tracer, and the packages of OpenTelemetry are not
 * loaded.
 */
export interface Tracer {
  /** Adds a span that ends now. */
  record(subject: bigint, span: FinishedSpan): void
  /** Sends what was recorded. */
  close(): Promise<void>
}

export interface FinishedSpan {
  name: string
  /** `root` is the request that begins the trace; all other spans are its children. */
  kind: 'root' | 'server' | 'client' | 'internal'
  tookMs: number
  /** Ids, states and counts. Never who bought what for whom: no names, numbers, addresses or amounts. */
  attributes: Record<string, string | number | bigint | undefined>
  failed?: boolean
  /** The trace of the caller, as it was sent in `traceparent`. */
  causedBy?: string | undefined
}

export interface TracingOptions {
  /** Address of the receiver for traces. */
  url: string
  serviceName: string
  /** Share of the traces that are sent, from 0 to 1: the same ones by every process. */
  ratio: number
}

export interface TracerContext extends TracingOptions {
  /** Distinguishes the subjects of this installation from those of others. */
  installation: string
  roles: readonly string[]
  log: Log
}

/** The ids of a subject's trace and of its root span, in hexadecimal digits. */
export function traceIdsOf(installation: string, subject: bigint): { traceId: string; rootId: string } {
  const digits = createHash('sha256').update(`lapak ${installation} ${subject}`).digest('hex')
  return { traceId: digits.slice(0, 32), rootId: digits.slice(32, 48) }
}
