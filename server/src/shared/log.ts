import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines to standard output. Secrets never reach it: queries of addresses and bodies are not logged at all. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.pin', '*.secret', '*.authorization'],
    // Fastify's own would write the whole address.
    serializers: { req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: url?.split('?', 1)[0] }) },
  })
