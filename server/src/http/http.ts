import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip, type ZlibOptions } from 'node:zlib'
import {
  type BodyOf,
  bodyBytesMax,
  type Call,
  type DataOf,
  type Limit,
  type ParamsOf,
  type QueryOf,
  type SecondFactorOf,
  type StepUpBy,
} from '@lapak/contract/shared/call'
import { codeFields } from '@lapak/contract/shared/result-codes'
import type { Envelope } from '@lapak/contract/shared/wire'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
  type RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { isConnectionLost, isLockOrPoolTimeout, type Tx } from '#db/db.ts'
import { inTurns } from '#jobs/yielding.ts'
import type { Log } from '#shared/log.ts'
import { rowsOf } from './answer-rows.ts'
import { parseFormBody, parseJsonBody } from './body.ts'
import { type CsvFile, csvStream } from './csv.ts'
import { enforceDeclaredRefusals } from './declared-refusals.ts'
import { fileOf } from './multipart.ts'
import { Refusal } from './refusal.ts'
import { addRequestId, createRequestIds } from './request-id.ts'
import { type Clocks, clockOptions, endUnlessRead, refuseUnknownHosts, systemClocks } from './server-limits.ts'
import { holdsList, writeInPieces } from './write-answer.ts'

z.config(z.locales.id())

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as text, for signatures. */
    rawBody: string
  }
  interface FastifyContextConfig {
    /** The body stays text until the caller is authenticated. */
    parsesBodyAfterGuard?: true
  }
  interface FastifyInstance {
    areas: Areas
    clocks: Clocks
  }
}

/** First path segments of the routes, `x` of `/x/y`. */
interface Areas {
  /** First path segments that belong to the server; the web app has no pages below them. */
  all: Set<string>
  /** First path segments of channels: an unknown path below them is refused with a result code. */
  ofChannels: Set<string>
}

export const areaOf = (url: string): string | undefined => /^\/([^/?#]+)\//.exec(url)?.[1]

/** The authenticated sender of a request; set by the guard of the call, never from input. */
export interface Caller {
  memberId: bigint
  roles: readonly string[]
  /** True for a call by a test key, which does not sell anything. */
  test: boolean
  /** The session of a browser: its hash is used to end the session, its id to record it. */
  sessionHash: Buffer | null
  sessionId: bigint | null
  ipAddress: string
  /**
   * Set for calls of administrators: refuses the caller if the role was taken since the guard. The audit calls it at the end of each transaction that
   * records an act of this caller, when the transaction has waited for all of its locks.
   */
  recheckRole?: (tx: Tx) => Promise<void>
}

export interface CallRequest<C extends Call> {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  caller: C['access'] extends 'public' | 'client' | 'secret' ? null : Caller
  request: FastifyRequest
  reply: FastifyReply
  /** Replaces the call's success message. */
  setMessage(msg: string): void
  /** Adds fields at the top level of the answer, next to `data`. */
  addFields(fields: Record<string, unknown>): void
  /** Reads the file of the form; only for calls with `file`. */
  file: C['file'] extends string ? () => Promise<Buffer> : null
}

/** A call without data has no synchronous result, so its handler returns a promise. */
type Answer<C extends Call> = C['csv'] extends true
  ? Promise<CsvFile>
  : C['text'] extends string
    ? Promise<string>
    : C['data'] extends z.ZodType
      ? Promise<DataOf<C>> | DataOf<C>
      : Promise<void>

export type Handler<C extends Call> = (asked: CallRequest<C>) => Answer<C>

type Guard = (request: FastifyRequest) => Promise<Caller | null> | Caller | null

/** Authorises callers per access; throws a refusal. Calls by key are authenticated by their channel. */
export type Guards = Record<Exclude<Call['access'], 'key'>, Guard>

/** Requirements of calls besides their access. Injected, since this module does not depend on step-up authentication or settings. */
export interface Checks {
  /** For calls with `secondFactor`: refuses a caller with such a role who must have a second factor and has none. */
  requireSecondFactor(request: FastifyRequest, caller: Caller, of: SecondFactorOf): Promise<void>
  /** For calls with `stepUp`: refuses without recent step-up authentication by this method. */
  requireStepUp(caller: Caller, by: StepUpBy): Promise<void>
  /** For calls with a `limit`: counts one request of the member or session; throws `rate.too_many` above the limit. */
  count(caller: Caller, limit: Limit): Promise<void>
  /** For calls `aboutMembers`: counts the returned rows, or those of the file; throws a refusal above the limit. */
  countRows(caller: Caller, call: Pick<Call, 'path' | 'csv'>, rows: number): Promise<void>
  /**
   * For a list that is longer than `longList`: counts its rows for the member; throws `rate.too_many` above the setting `access.listRowsPerMinute`.
   */
  countLongList(caller: Caller, rows: number): Promise<void>
}

/** Authentication of a channel, and the format of its refusals: an object is sent as JSON, a string as text. */
export interface Authenticator {
  /** Authenticates the caller by its key; throws a refusal. */
  authenticate(request: FastifyRequest): Caller
  /** Returns the body of a refusal; sets the channel's headers on the reply. */
  refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): object | string
  /** Returns the body for an internal error, without details, and sets headers like `refuse`. */
  fail(request: FastifyRequest, reply: FastifyReply): object | string
}

/** Registration of calls by the features. */
export interface Routes {
  on<C extends Call>(call: C, handler: Handler<C>): void
  /** Registers the calls of a channel, which authenticates by `authenticator`. */
  at(authenticator: Authenticator): Pick<Routes, 'on'>
  /** Routes outside the contract: files, and pages for operators and developers. */
  raw: FastifyInstance
  calls: readonly Call[]
}

export interface HttpOptions {
  log: Log
  trustProxy: string
  /** Time limits; tests use shorter ones. */
  clocks?: Clocks
}

export function createHttp({ log, trustProxy, clocks: ticking = systemClocks }: HttpOptions): FastifyInstance {
  const app = Fastify({
    ...clockOptions(ticking),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    trustProxy: trustProxy === '' ? false : trustProxy.split(',').map((address) => address.trim()),
    genReqId: createRequestIds(trustProxy),
    // Log lines get the id of their request when they are written; a logger for each request costs more than an order's log lines.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server closes is answered as usual.
    return503OnClosing: false,
    // Undecodable URLs bypass the handlers below.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.header('x-request-id', request.id)),
    clientErrorHandler: refuseNoise,
  })
  app.decorateRequest('rawBody', '')
  const areas: Areas = { all: new Set(), ofChannels: new Set() }
  app.decorate('areas', areas)
  app.decorate('clocks', ticking)
  app.addHook('onRoute', ({ url }) => {
    const area = areaOf(url)
    if (area !== undefined) areas.all.add(area)
  })
  addRequestId(app)
  refuseUnknownHosts(app)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body.toString()
    if (request.routeOptions.config.parsesBodyAfterGuard) return done(null, undefined)
    try {
      done(null, parseJsonBody(request.rawBody))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, parseFormBody(body.toString()))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found.call'), request, reply))
  return app
}

/**
 * Answers input that is not HTTP, or that is too slow, with a refusal in the usual JSON envelope, and closes the connection regardless of the client.
 * A connection on which nothing arrived is closed without an answer: clients open connections in advance, and would take the answer for that of the
 * request that they are just sending.
 */
function refuseNoise(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy()
  const body = JSON.stringify(refusalFields(new Refusal('input.invalid')))
  socket.write(
    `HTTP/1.1 ${error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

export interface RoutesOptions {
  guards: Guards
  checks: Checks
  production: boolean
}

export function createRoutes(app: FastifyInstance, { guards, checks, production }: RoutesOptions): Routes {
  const calls: Call[] = []
  const at = (authenticator?: Authenticator): Pick<Routes, 'on'> => ({
    on(call, handler) {
      calls.push(call)
      const guard = checked(call, guardOf(call, guards, authenticator), checks)
      const broken = enforceDeclaredRefusals(call, { strict: !production, log: app.log })
      const route: RouteOptions = {
        method: call.method as HTTPMethods,
        url: call.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: call.bodyBytes ?? bodyBytesMax,
        config: { parsesBodyAfterGuard: true },
        handler: (request, reply) => answer(call, handler, { guard, checks }, request, reply).catch(broken),
      }
      if (authenticator) {
        app.areas.ofChannels.add(areaOf(call.path) ?? '')
        route.errorHandler = (error, request, reply) => sendErrorOnChannel(error, call, authenticator, request, reply)
      }
      if (call.anyBody) routeOfAnyBody(app, route)
      else app.route(route)
    },
  })
  return { ...at(), at, raw: app, calls }
}

function guardOf({ access, method, path }: Call, guards: Guards, authenticator: Authenticator | undefined): Guard {
  if (access !== 'key') return guards[access]
  if (!authenticator) throw new Error(`${method} ${path} is authenticated by key but registered on no channel`)
  return authenticator.authenticate
}

/** The guard of a call with its additional requirements. Most calls have none and use the guard directly. */
function checked({ access, secondFactor, stepUp, limit, method, path }: Call, guard: Guard, checks: Checks): Guard {
  const { requireSecondFactor, requireStepUp, count } = checks
  if (!secondFactor && !stepUp && !limit) return guard
  const bySession = access === 'member' || access === 'seller' || access === 'admin'
  if (!bySession && (secondFactor || stepUp || access !== 'key'))
    throw new Error(`${method} ${path} requires more than its access level identifies`)
  return async (request) => {
    const caller = (await guard(request)) as Caller
    if (secondFactor) await requireSecondFactor(request, caller, secondFactor)
    // Step-up authentication is checked first: a caller without it must not use up the member's allowance.
    if (stepUp) await requireStepUp(caller, stepUp === 'mail' ? 'mail' : 'any')
    if (limit) await count(caller, limit)
    return caller
  }
}

/** Keeps the body as text for every content type. */
function routeOfAnyBody(app: FastifyInstance, route: RouteOptions) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = body.toString()
      done(null, undefined)
    })
    scope.route(route)
  })
}

interface Keeping {
  guard: Guard
  checks: Checks
}

/** Number of rows from which on a list is long: more than a person reads on one page, and some hundred milliseconds of work for the server. */
const longList = 1000

async function answer<C extends Call>(
  call: C,
  handler: Handler<C>,
  { guard, checks }: Keeping,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Answers are never cached by proxies or browsers, refusals included; public data is revalidated each time.
  reply.header('cache-control', call.access === 'public' && call.method === 'GET' ? 'no-cache' : 'no-store')
  const caller = await guard(request)
  if (!call.anyBody && request.rawBody !== '') request.body = parseJsonBody(request.rawBody)
  let msg = call.done ?? 'OK'
  let more: Record<string, unknown> = {}
  const fileKind = call.file
  const data = await handler({
    params: parse(call.params, request.params),
    query: parse(call.query, request.query),
    body: parse(call.body, unwrapBody(request.body)),
    caller,
    request,
    reply,
    setMessage: (text: string) => {
      msg = text
    },
    addFields: (fields: Record<string, unknown>) => {
      more = fields
    },
    file: fileKind ? () => fileOf(request, fileKind) : null,
  } as CallRequest<C>)
  // The handler sent its own answer.
  if (reply.sent) return reply
  const rows = call.csv ? (data as CsvFile).rowCount : rowsOf(data)
  if (call.aboutMembers) await checks.countRows(caller as Caller, call, rows)
  if (call.csv) return sendCsv(reply, data as CsvFile)
  if (caller && rows > longList) await checks.countLongList(caller, rows)
  if (call.text) return reply.type(call.text).send(data)
  const envelope: Envelope<unknown> = { success: true, msg }
  if (call.data && holdsList(call.data)) return sendList(call, request, reply, { envelope, data, more })
  if (call.data) envelope.data = z.encode(call.data, data as never)
  const whole = { ...envelope, ...more }
  return call.compressed ? sendCompressed(request, reply, [JSON.stringify(whole)]) : whole
}

const jsonType = 'application/json; charset=utf-8'

interface LongAnswer {
  envelope: object
  data: unknown
  more: object
}

/** Serialises a long answer while other requests are processed, and sends it in the same pieces. */
async function sendList(call: Call, request: FastifyRequest, reply: FastifyReply, { envelope, data, more }: LongAnswer) {
  const pieces = await inTurns(writeInPieces(call.data as z.ZodType, data))
  const [before, behind] = [JSON.stringify(envelope), JSON.stringify(more)]
  const whole = [`${before.slice(0, -1)},"data":`, ...pieces, behind === '{}' ? '}' : `,${behind.slice(1)}`]
  if (call.compressed) return sendCompressed(request, reply, whole)
  if (pieces.length === 1) return reply.type(jsonType).send(whole.join(''))
  const bytes = whole.map((piece) => Buffer.from(piece))
  endUnlessRead(reply, reply.server.clocks.answerMs)
  return reply
    .type(jsonType)
    .header('content-length', sum(bytes))
    .send(Readable.from(bytes, { objectMode: false }))
}

const sum = (pieces: readonly Uint8Array[]): number => pieces.reduce((all, { length }) => all + length, 0)

const gzipped = promisify<Buffer, ZlibOptions, Buffer>(gzip)
/** Length in bytes from which on answers are compressed; shorter answers fit into one packet without compression. */
const compressedFrom = 1_400

/** Compresses in another thread, since the answer with all offers of a seller is half a megabyte. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, pieces: readonly string[]) {
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  reply.type(jsonType).header('vary', 'accept-encoding')
  endUnlessRead(reply, reply.server.clocks.answerMs)
  if (bytes.length < compressedFrom || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(await gzipped(bytes, { level: 5 }))
}

async function sendCsv(reply: FastifyReply, file: CsvFile) {
  await file.record?.()
  const stream = await csvStream(file)
  endUnlessRead(reply, reply.server.clocks.fileMs)
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(stream)
}

/** A body may be plain or wrapped in {postdata: …} (A-OPEN-01). */
export function unwrapBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'postdata' in body && typeof body.postdata === 'object' ? body.postdata : (body ?? {})
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  return schema === undefined ? undefined : parseInput(schema, input)
}

/** Validates input against its schema; throws `input.invalid` with a message per field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new Refusal('input.invalid', {}, { errors: fieldErrors(result.error) })
}

/** Maximum number of reported errors; more errors of one list would not be useful. */
const issuesMax = 100

function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues.slice(0, issuesMax).flatMap(flattened))
    errors[issue.path.join('.') || 'body'] ??= issue.code === 'unrecognized_keys' ? unknownKeys : issue.message
  return errors
}

/** Does not contain the names of the unknown fields, which are arbitrary input. */
const unknownKeys = 'Ada isian yang tidak dikenal'

/** The issues of the union's alternative with the fewest errors, which the sender most likely meant. */
function flattened(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const choice = choiceOf(issue)
  if (choice !== null) return [choice]
  const nearest = issue.errors.reduce((best, one) => (distance(one) <= distance(best) ? one : best))
  return nearest.flatMap((inner) => flattened({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue))
}

/** For a union of single values: one issue that lists all of them. */
function choiceOf(issue: z.core.$ZodIssue & { code: 'invalid_union' }): z.core.$ZodIssue | null {
  const values = issue.errors.flatMap(([first, ...more]) =>
    first?.code === 'invalid_value' && first.path.length === 0 && more.length === 0 ? [first.values] : [],
  )
  if (values.length !== issue.errors.length) return null
  return { ...issue, message: `Pilihan tidak valid: diharapkan salah satu dari ${values.flat().join('|')}` }
}

const distance = (issues: readonly z.core.$ZodIssue[]) =>
  1000 * issues.filter((issue) => issue.code === 'invalid_type' && issue.path.length === 1).length + issues.length

/** Sends refusals of calls outside channels, and of unknown paths. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = understood(error, request, reply)
  const { rc, final, retry, advice, ...fields } = refusal === null ? defectFields(request.id) : refusalFields(refusal)
  const withCode = request.server.areas.ofChannels.has(areaOf(request.url) ?? '')
  return reply.code(refusal?.status ?? 500).send({ ...fields, ...(withCode && { rc, final, retry, advice }), ...refusal?.extra })
}

function sendErrorOnChannel(
  error: unknown,
  { channel, text }: Call,
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = understood(error, request, reply)
  const body = refusal === null ? authenticator.fail(request, reply) : authenticator.refuse(refusal, request, reply)
  if (text !== undefined) reply.type(text)
  return reply.code(refusal === null ? 500 : (channel?.statusOf?.(refusal.code) ?? refusal.status)).send(body)
}

/** The refusal of an error; null for a defect, which is logged. Lock timeouts and a lost database are logged too. */
function understood(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal | null {
  const refusal = asRefusal(error)
  if (refusal === null)
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url, requestId: request.id }, 'a request failed')
  else if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  if (refusal?.code === 'system.locked' || refusal?.code === 'system.unreachable')
    request.log.warn(
      { err: error, method: request.method, route: request.routeOptions.url, requestId: request.id },
      refusal.code === 'system.locked' ? 'a request waited in vain for the database' : 'a request lost the database',
    )
  return refusal
}

/** Converts Fastify's errors for malformed requests to refusals; null for any other error. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  // Nothing was written, so the request may be repeated.
  if (isLockOrPoolTimeout(error)) return new Refusal('system.locked', {}, { retryAfterSeconds: 1 })
  if (isConnectionLost(error)) return new Refusal('system.unreachable', {}, { retryAfterSeconds: 5 })
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Refusal('input.too_large')
  if (status === 429) return new Refusal('rate.too_many')
  if (status >= 400 && status < 500) return new Refusal('input.invalid')
  return null
}

/** Fields of a refusal in the JSON envelope, for answers that contain several refusals. */
export const refusalFields = (refusal: Refusal) => ({
  success: false as const,
  msg: refusal.message,
  code: refusal.code,
  ...codeFields(refusal.rc),
  ...(refusal.errors && { errors: refusal.errors }),
})

/** Fields of a defect in the JSON envelope, for the same answers. */
export const defectFields = (requestId: string) => ({
  success: false as const,
  msg: `Terjadi kesalahan pada sistem (${requestId})`,
  code: 'system.failed',
  ...codeFields('99'),
})
