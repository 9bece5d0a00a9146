import { randomUUID } from 'node:crypto'
import {
  type Context,
  type HrTime,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#shared/log.ts'
import { type FinishedSpan, type Tracer, type TracerContext, traceIdsOf } from './tracer.ts'

/* The only module that imports OpenTelemetry, and itself imported only while traces are on. */

const kinds = { root: SpanKind.SERVER, server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

export function createOtlpTracer({ url, serviceName, ratio, installation, roles, log }: TracerContext): Tracer {
  const ids = new RootIds()
  const provider = new TracerProvider({
    // Not by parent, since a worker does not know what the http process decided: both decide by the trace id, and so alike.
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids,
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': randomUUID(), 'lapak.roles': [...roles] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter: withLoggedFailures(new OTLPTraceExporter({ url }), warnRarely(log)) })],
  })
  const tracer = provider.getTracer('lapak')
  const warn = warnRarely(log)

  function record(subject: bigint, span: FinishedSpan) {
    const { traceId, rootId } = traceIdsOf(installation, subject)
    const endMs = Date.now()
    const options = {
      kind: kinds[span.kind],
      startTime: hrTime(endMs - span.tookMs),
      attributes: textsOf({ 'lapak.purchase_id': subject, ...span.attributes }),
      links: linksTo(span.causedBy),
    }
    const isRoot = span.kind === 'root'
    ids.next = isRoot ? { traceId, rootId } : null
    const parent = isRoot ? ROOT_CONTEXT : childOf({ traceId, spanId: rootId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
    const recorded = tracer.startSpan(span.name, options, parent)
    if (span.failed) recorded.setStatus({ code: SpanStatusCode.ERROR })
    recorded.end(hrTime(endMs))
  }

  return {
    /** Never throws: an order that was placed must not fail for its trace. */
    record(subject, span) {
      try {
        record(subject, span)
      } catch (error) {
        warn(error, 'recording a span failed')
      }
    },
    close: () => provider.shutdown().catch((error) => log.warn({ err: error }, 'sending the last traces failed')),
  }
}

/** Random ids, but for the next root span. */
class RootIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: { traceId: string; rootId: string } | null = null

  generateSpanId(): string {
    return this.next?.rootId ?? this.#random.generateSpanId()
  }

  /** Called after the id of the span, and only for spans without a parent. */
  generateTraceId(): string {
    const traceId = this.next?.traceId ?? this.#random.generateTraceId()
    this.next = null
    return traceId
  }
}

const childOf = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent)

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)]

/** Ids as text: they are larger than what viewers of traces read as a number. */
const textsOf = (attributes: FinishedSpan['attributes']) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]))

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function linksTo(traceparent: string | undefined): Link[] {
  const [, traceId, spanId, flags] = traceparentForm.exec(traceparent ?? '') ?? []
  const context = traceId && spanId && flags ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } : null
  return context !== null && trace.isSpanContextValid(context) ? [{ context }] : []
}

const warnedEveryMs = 60_000

function warnRarely(log: Log): (error: unknown, message: string) => void {
  let quietUntil = 0
  return (error, message) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + warnedEveryMs
    log.warn({ err: error }, message)
  }
}

/** The library says only in a text of its own that spans are lost. */
const withLoggedFailures = (exporter: SpanExporter, warn: ReturnType<typeof warnRarely>): SpanExporter => ({
  export(spans, done) {
    exporter.export(spans, ({ error }) => {
      if (error !== undefined) warn(error, 'sending traces failed; they are lost')
      done({ code: 0 })
    })
  },
  shutdown: () => exporter.shutdown(),
  ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
})
