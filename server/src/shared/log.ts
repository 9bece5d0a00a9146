import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines to standard output. Secrets are never logged: query strings and bodies are omitted. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.pin', '*.secret', '*.authorization'],
    // Fastify's own serializer would log the full URL.
    serializers: { req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: url?.split('?', 1)[0] }) },
  })
