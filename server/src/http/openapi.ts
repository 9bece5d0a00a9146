import { type Access, type ApiChannel, type Call, refusalsOf } from '@lapak/contract/shared/call'
import { refusals } from '@lapak/contract/shared/refusals'
import { z } from 'zod'

export interface OpenApiOptions {
  title: string
  version: string
  /** Markdown, shown before the calls. */
  description: string
  /** Chapters of the calls outside channels, by access. */
  chapters: Record<Exclude<Access, 'key'>, Chapter>
  /** Requests that we send, by event name, with the expected answer. */
  webhooks: Record<string, Webhook>
}

interface Webhook {
  summary: string
  body: z.ZodType
  answer: z.ZodType
}

export interface Chapter {
  title: string
  /** Authentication of the caller; absent for calls without authentication. */
  scheme?: { name: string; type: 'http'; scheme: 'bearer' | 'basic' }
}

/** OpenAPI 3.1, generated from the registered calls, so it lists exactly the existing ones. Takes some hundred milliseconds and yields in between. */
export function* openApi(
  calls: readonly Call[],
  { title, version, description, chapters, webhooks }: OpenApiOptions,
): Generator<void, object> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    yield
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operation(call, chapters)
  }
  const nested = nestedShapes()
  for (const path of Object.values(paths))
    for (const [method, written] of Object.entries(path)) {
      yield
      path[method] = nested.lift(written)
    }
  const channels = new Set(calls.flatMap(({ channel }) => channel ?? []))
  const used = new Set(calls.map(tagOf))
  const tags = [
    ...[...channels].map(({ name, title }) => [name, title]),
    ...Object.entries(chapters).map(([name, { title }]) => [name, title]),
  ]
  const hooks = Object.entries(webhooks).map(([name, webhook]) => [name, { post: nested.lift(webhookOperation(webhook)) }])
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    tags: tags.flatMap(([name = '', text]) => (used.has(name) ? [{ name, description: text }] : [])),
    paths,
    webhooks: Object.fromEntries(hooks),
    components: {
      schemas: { Refusal: refusalSchema, ...nested.shapes },
      securitySchemes: Object.fromEntries([...Object.values(chapters).flatMap(schemeOfChapter), ...[...channels].flatMap(schemeOfChannel)]),
    },
  }
}

const webhookOperation = ({ summary, body, answer }: Webhook) => ({
  summary,
  requestBody: { required: true, content: { 'application/json': { schema: wireSchema(body) } } },
  responses: { 200: { description: 'OK', content: { 'application/json': { schema: wireSchema(answer) } } } },
})

/** Recursive schemas, such as arbitrary JSON, must be referenced from the root of the document, so they are added as components. */
function nestedShapes() {
  const shapes: Record<string, unknown> = {}
  const nameOf = new Map<string, string>()
  const known = (text: string) => {
    const name = nameOf.get(text) ?? `Nested${nameOf.size + 1}`
    nameOf.set(text, name)
    return name
  }
  const lifted = (_: string, node: unknown) => {
    if (typeof node !== 'object' || node === null || !('$defs' in node)) return node
    const { $defs, ...rest } = node as { $defs: Record<string, unknown> }
    const names = new Map(Object.entries($defs).map(([name, shape]) => [name, known(JSON.stringify(shape))]))
    const pointed = (shape: unknown) =>
      JSON.parse(
        JSON.stringify(shape).replace(/"#\/\$defs\/(\w+)"/g, (__, name: string) => `"#/components/schemas/${names.get(name)}"`),
      ) as unknown
    for (const [name, shape] of Object.entries($defs)) shapes[names.get(name) ?? ''] = pointed(shape)
    return pointed(rest)
  }
  return { shapes, lift: (part: unknown): unknown => JSON.parse(JSON.stringify(part), lifted) }
}

const schemeOfChapter = ({ scheme }: Chapter): [string, object][] => {
  if (!scheme) return []
  const { name, ...rest } = scheme
  return [[name, rest]]
}

const schemeOfChannel = ({ name, keyHeaders }: ApiChannel): [string, object][] =>
  keyHeaders ? [[name, { type: 'apiKey', in: 'header', name: keyHeaders.name, description: keyHeaders.description }]] : []

const refusalSchema = {
  type: 'object',
  required: ['success', 'msg', 'code'],
  properties: {
    success: { const: false },
    msg: { type: 'string' },
    code: { type: 'string', description: 'Nama penolakan, tidak berubah' },
    rc: { type: 'string', description: 'Kode hasil, pada API untuk software pembeli; begitu pula ketiga isian berikut' },
    final: { type: 'boolean' },
    retry: { type: 'boolean' },
    advice: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Nama isian dan pesannya' },
  },
}

const tagOf = ({ channel, access }: Call): string => channel?.name ?? access

function securityOf({ access, channel }: Call, chapters: OpenApiOptions['chapters']): Record<string, never[]>[] {
  const name = access === 'key' ? channel?.keyHeaders && channel.name : chapters[access].scheme?.name
  return name === undefined ? [] : [{ [name]: [] }]
}

function operation(call: Call, chapters: OpenApiOptions['chapters']) {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase()).replace(/\W/g, '')}`,
    summary: call.summary,
    ...demandsOf(call),
    tags: [tagOf(call)],
    security: securityOf(call, chapters),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(call.access === 'key' ? parameters('header', call.channel?.keyHeaders?.proof) : []),
    ],
    ...(call.body && { requestBody: { required: true, content: { [bodyType(call)]: { schema: wireSchema(call.body) } } } }),
    ...(call.file && { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileSchema } } } }),
    responses: {
      200: { description: call.done ?? 'OK', ...headersOf(call), content: answerOf(call) },
      ...refusalResponses(call),
    },
  }
}

/** Requirements of a call besides its access. */
function demandsOf({ stepUp, limit }: Call): { description?: string } {
  const demands = [
    ...(stepUp
      ? [
          `Requires recent step-up authentication${stepUp === 'mail' ? ' by a mailed code' : ''}. Otherwise it is refused with \`access.${stepUp === 'mail' ? 'mail_' : ''}proof_needed\`, and can be sent again after the step-up.`,
        ]
      : []),
    ...(limit ? [`Rate limit per ${limit.per ?? 'member'}: the setting \`${limit.setting}\` per ${limit.seconds} seconds.`] : []),
  ]
  return demands.length === 0 ? {} : { description: demands.join(' ') }
}

const bodyType = ({ form }: Call) => (form ? 'application/x-www-form-urlencoded' : 'application/json')

const fileSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

const textAnswer = (type: string) => ({ [type.split(';', 1)[0] ?? type]: { schema: { type: 'string' } } })

function answerOf(call: Call) {
  if (call.csv) return { 'text/csv': { schema: { type: 'string' } } }
  return call.text ? textAnswer(call.text) : { 'application/json': { schema: envelope(call) } }
}

function envelope({ data, channel }: Call) {
  const additional = propertiesOf(channel?.answers?.beside)
  return {
    type: 'object',
    required: ['success', 'msg', ...Object.keys(additional), ...(data ? ['data'] : [])],
    properties: { success: { const: true }, msg: { type: 'string' }, ...additional, ...(data && { data: wireSchema(data) }) },
  }
}

/** Headers that a channel adds to every answer. */
function headersOf({ channel }: Call): { headers?: object } {
  const headers = Object.entries(propertiesOf(channel?.answers?.headers)).map(([name, { description, ...schema }]) => [
    name,
    { ...(description !== undefined && { description }), schema },
  ])
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }
}

const propertiesOf = (schema: z.ZodObject | undefined) =>
  schema === undefined ? {} : ((wireSchema(schema) as { properties?: Record<string, Property> }).properties ?? {})

/** The wire side of a schema: what a client sends, and the content of an encoded answer. */
function wireSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

function parameters(where: 'path' | 'query' | 'header', schema: z.ZodType | undefined) {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = wireSchema(schema) as { properties?: Record<string, Property>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: shape,
  }))
}

interface Property {
  description?: string
}

const retryAfter = { 'Retry-After': { description: 'Seconds until the next try', schema: { type: 'integer' } } }

function refusalResponses(call: Call) {
  const statusOf = call.channel?.statusOf ?? ((code) => refusals[code].status)
  const byStatus = new Map<number, Set<string>>()
  for (const code of refusalsOf(call)) byStatus.set(statusOf(code), (byStatus.get(statusOf(code)) ?? new Set()).add(code))
  // A refusal with status 200 differs from a success only by its text.
  byStatus.delete(200)
  const content = call.text ? textAnswer(call.text) : { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [...codes].join(', '),
        ...(status === 429 ? { headers: { ...headersOf(call).headers, ...retryAfter } } : headersOf(call)),
        content,
      },
    ]),
  )
}
