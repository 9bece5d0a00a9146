import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines to standard output. Secrets are never logged: query strings and bodies are omitted. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.pin', '*.secret', '*.authorization'],
      // Fastify's own serializer would log the full URL.
      serializers: {
        req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: url?.split('?', 1)[0] }),
        err: (error: unknown) => errorLine(error),
      },
    },
    destination,
  )

const depthMax = 4

/**
 * Only what tells what happened: an error of the database driver carries its whole connection, with the key that cancels its statements. `depth` counts
 * the errors that this one caused.
 */
function errorLine(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > depthMax) return error instanceof Error ? error.message : error
  const { message, stack, cause } = error
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && { code: error.code }),
    stack,
    ...(error instanceof AggregateError && { errors: error.errors.map((one) => errorLine(one, depth + 1)) }),
    ...(cause !== undefined && { cause: errorLine(cause, depth + 1) }),
  }
}
