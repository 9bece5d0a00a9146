import type { Socket } from 'node:net'
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '@lapak/contract/call'
import type { Envelope } from '@lapak/contract/wire'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify'
import { z } from 'zod'
import { type CsvFile, csvStream } from './csv.ts'
import type { Log } from './log.ts'
import { fileOf } from './multipart.ts'
import { Refusal } from './refusal.ts'
import { holdToWord } from './refuses.ts'

z.config(z.locales.id())

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as text, for signatures. */
    rawBody: string
  }
}

/** Who sent a request that had to be somebody; set by the guard of the call's access, never by input. */
export interface Caller {
  memberId: bigint
  roles: readonly string[]
  /** A key for tests: nothing is sold. */
  test: boolean
  /** The session of a browser, for ending it. */
  sessionHash: Buffer | null
}

export interface Asked<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  caller: C['access'] extends 'public' | 'client' ? null : Caller
  request: FastifyRequest
  reply: FastifyReply
  /** Replaces the call's own success message. */
  say(msg: string): void
  /** Fields of the answer's top level, beside `data`. */
  beside(fields: Record<string, unknown>): void
  /** Reads the file of the form; for calls with `file`. */
  file: C['file'] extends true ? () => Promise<Buffer> : null
}

/** A call without data has nothing to answer at once, so its handler is one that works. */
type Answer<C extends Call> = C['csv'] extends true
  ? Promise<CsvFile>
  : C['data'] extends z.ZodType
    ? Promise<DataOf<C>> | DataOf<C>
    : Promise<void>

export type Handler<C extends Call> = (asked: Asked<C>) => Answer<C>

/** Decides for each access who may call; throws a refusal otherwise. */
export type Guards = Record<Call['access'], (request: FastifyRequest) => Promise<Caller | null> | Caller | null>

/** What features register their calls on. */
export interface Routes {
  on<C extends Call>(call: C, handler: Handler<C>): void
  /** Routes that are not calls of the contract: text answers, reports of sellers' servers, files. */
  raw: FastifyInstance
  calls: readonly Call[]
}

export interface HttpOptions {
  log: Log
  trustProxy: string
}

const bodyLimit = 256 * 1024

export function createHttp({ log, trustProxy }: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: trustProxy === '' ? false : trustProxy.split(',').map((address) => address.trim()),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Addresses that cannot be decoded come past the handlers below.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseNoise,
  })
  app.decorateRequest('rawBody', '')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body.toString()
    try {
      done(null, request.rawBody === '' ? undefined : JSON.parse(request.rawBody))
    } catch {
      done(new Refusal('input.invalid', {}, { errors: { body: 'Bukan JSON' } }))
    }
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found.call'), request, reply))
  return app
}

/** What is not HTTP gets the envelope as well, and the connection ends. */
function refuseNoise(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusalFields(new Refusal('input.invalid')))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

export function createRoutes(app: FastifyInstance, guards: Guards, { production }: { production: boolean }): Routes {
  const calls: Call[] = []
  return {
    raw: app,
    calls,
    on(call, handler) {
      calls.push(call)
      const broken = holdToWord(call, { strict: !production, log: app.log })
      app.route({
        method: call.method as HTTPMethods,
        url: call.path.replace(/\{(\w+)\}/g, ':$1'),
        handler: (request, reply) => answer(call, handler, guards, request, reply).catch(broken),
      })
    },
  }
}

async function answer<C extends Call>(call: C, handler: Handler<C>, guards: Guards, request: FastifyRequest, reply: FastifyReply) {
  const caller = await guards[call.access](request)
  let msg = call.done ?? 'OK'
  let more: Record<string, unknown> = {}
  const data = await handler({
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, unwrapped(request.body)),
    caller,
    request,
    reply,
    say: (text: string) => {
      msg = text
    },
    beside: (fields: Record<string, unknown>) => {
      more = fields
    },
    file: call.file ? () => fileOf(request) : null,
  } as Asked<C>)
  // A handler that answered by itself, in a form of its own.
  if (reply.sent) return reply
  if (call.csv) return sendCsv(reply, data as CsvFile)
  const envelope: Envelope<unknown> = { success: true, msg }
  if (call.data) envelope.data = z.encode(call.data, data as never)
  return { ...envelope, ...more }
}

async function sendCsv(reply: FastifyReply, file: CsvFile) {
  const stream = await csvStream(file)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
    .send(stream)
}

/** A body may be plain or wrapped in {postdata: …} (A-OPEN-01). */
export function unwrapped(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'postdata' in body && typeof body.postdata === 'object' ? body.postdata : (body ?? {})
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  return schema === undefined ? undefined : parsed(schema, input)
}

/** Checks input against its schema; throws `input.invalid` with a message per field. */
export function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new Refusal('input.invalid', {}, { errors: fieldErrors(result.error) })
}

function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues.flatMap(flattened)) errors[issue.path.join('.') || 'body'] ??= issue.message
  return errors
}

/** The issues of the alternative of a union that came nearest, which is what the sender meant: the one that misses least. */
function flattened(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const nearest = issue.errors.reduce((best, one) => (distance(one) <= distance(best) ? one : best))
  return nearest.flatMap((inner) => flattened({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue))
}

const distance = (issues: readonly z.core.$ZodIssue[]) =>
  1000 * issues.filter((issue) => issue.code === 'invalid_type' && issue.path.length === 1).length + issues.length

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  if (refusal === null) {
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url, requestId: request.id }, 'a request failed')
    const { rc, ...fields } = defectFields(request.id)
    return reply.code(500).send({ ...fields, ...(isH2h(request) && { rc }) })
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(refusal.status).send({
    success: false,
    msg: refusal.message,
    code: refusal.code,
    ...(isH2h(request) && { rc: refusal.rc }),
    ...(refusal.errors && { errors: refusal.errors }),
    ...refusal.extra,
  })
}

const isH2h = (request: FastifyRequest) => (request.routeOptions.url ?? request.url).startsWith('/h2h/')

/** Fastify's own refusals of malformed requests become ours; anything else unknown is a defect. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Refusal('input.too_large')
  if (status === 429) return new Refusal('rate.too_many')
  if (status >= 400 && status < 500) return new Refusal('input.invalid')
  return null
}

/** The envelope's fields of a refusal, for answers that hold several. */
export const refusalFields = (refusal: Refusal) => ({
  success: false as const,
  msg: refusal.message,
  code: refusal.code,
  rc: refusal.rc,
  ...(refusal.errors && { errors: refusal.errors }),
})

/** The envelope's fields of a defect, likewise. */
export const defectFields = (requestId: string) => ({
  success: false as const,
  msg: `Terjadi kesalahan pada sistem (${requestId})`,
  code: 'system.failed',
  rc: '99' as const,
})
