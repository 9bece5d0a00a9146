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
        err: errorLine,
      },
    },
    destination,
  )

/** Only what tells what happened: an error of the database driver carries its whole connection, with the key that cancels its statements. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { type: name, message, ...(code !== undefined && { code }), stack, ...(cause !== undefined && { cause: errorLine(cause) }) }
}
