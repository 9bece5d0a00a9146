import type { Tracer, TracerContext } from './tracer.ts'

/** Loads OpenTelemetry, which takes time and memory that only traces are worth. */
export async function startTracer(context: TracerContext): Promise<Tracer> {
  const { createOtlpTracer } = await import('./otlp.ts')
  return createOtlpTracer(context)
}
