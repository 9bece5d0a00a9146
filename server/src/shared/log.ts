import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequest } from './request-context.ts'

export type Log = Logger

/** JSON lines to standard output. Secrets are never logged: query strings and bodies are omitted. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: requestFields,
      redact: ['*.password', '*.pin', '*.secret', '*.authorization'],
      // Fastify's own serializer would log the full URL.
      serializers: {
        req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: url?.split('?', 1)[0] }),
        err: (error: unknown) => errorLine(error),
      },
    },
    destination,
  )

/** Called only for lines that are written. */
function requestFields(): { requestId?: string } {
  const request = currentRequest()
  return request === undefined ? {} : { requestId: request.id }
}

const depthMax = 4
/** Of the errors that an `AggregateError` consists of. */
const errorsMax = 4
const messageMax = 1_000
const stackMax = 4_000

/**
 * What the database says of its own errors besides message and code. Not `detail`, `where` and `internalQuery`, which repeat the values of rows and
 * parameters.
 */
const databaseFields = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/**
 * Only what tells what happened: an error of the database driver carries its whole connection, with the key that cancels its statements. `depth` counts
 * the errors that this one caused.
 */
function errorLine(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error))
    return typeof error === 'object' && error !== null ? { type: typeOf(error) } : bounded(String(error), messageMax)
  const message = messageOf(error)
  if (depth > depthMax) return message
  const { cause } = error
  return {
    type: typeOf(error),
    message,
    ...codeOf(error),
    ...('severity' in error && databaseFieldsOf(error)),
    stack: `${error.name}: ${message}${bounded(placesOf(error), stackMax)}`,
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, errorsMax).map((one) => errorLine(one, depth + 1)) }),
    ...(cause !== undefined && { cause: errorLine(cause, depth + 1) }),
  }
}

/** Class 22 of PostgreSQL's codes: a value is not valid. Its messages quote the value, which may be a parameter. */
const quotesValue = (error: Error): boolean => 'severity' in error && 'code' in error && String(error.code).startsWith('22')

const messageOf = (error: Error): string =>
  bounded(quotesValue(error) ? error.message.replace(/".*"/s, '"…"') : String(error.message), messageMax)

const typeOf = (value: object): string => bounded(value.constructor?.name || 'Object', 100)

const isShort = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200)

const codeOf = (error: Error) => ('code' in error && isShort(error.code) ? { code: error.code } : {})

const databaseFieldsOf = (error: Error & Partial<Record<(typeof databaseFields)[number], unknown>>) =>
  Object.fromEntries(databaseFields.flatMap((name) => (isShort(error[name]) ? [[name, error[name]]] : [])))

/** The lines of the stack behind the message, with which a stack begins. */
function placesOf({ stack, message }: Error): string {
  if (typeof stack !== 'string') return ''
  const before = stack.indexOf(message)
  const at = stack.indexOf('\n    at ', before === -1 ? 0 : before + message.length)
  return at === -1 ? '' : stack.slice(at)
}

const bounded = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`)
