import { type Access, type Call, refusalsOf } from '@lapak/contract/call'
import { refusals } from '@lapak/contract/refusals'
import { z } from 'zod'

export interface OpenApiOptions {
  version: string
  /** Markdown, shown before the calls. */
  description: string
  /** Paths that are no calls of the contract, such as text answers. */
  morePaths?: Record<string, unknown>
}

type Tag = 'h2h' | Access

const tags: Record<Tag, string> = {
  h2h: 'Software pembeli (H2H): JSON dan GET',
  key: 'Software pembeli',
  client: 'Masuk dan pendaftaran, dengan client credentials',
  member: 'Halaman member',
  seller: 'Halaman suplier',
  admin: 'Halaman admin',
  public: 'Tanpa masuk',
}

/** OpenAPI 3.1, written from the calls that the server has registered; so it lists exactly what exists. */
export function openApi(calls: readonly Call[], { version, description, morePaths = {} }: OpenApiOptions) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operation(call)
  }
  const used = new Set(calls.map(tagOf))
  return {
    openapi: '3.1.0',
    info: { title: 'Lapak', version, description },
    tags: Object.entries(tags).flatMap(([name, text]) => (used.has(name as Tag) ? [{ name, description: text }] : [])),
    paths: { ...paths, ...morePaths },
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Bersama X-Timestamp dan X-Signature, lihat di atas' },
      },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['success', 'msg', 'code'],
  properties: {
    success: { const: false },
    msg: { type: 'string' },
    code: { type: 'string', description: 'Nama penolakan, tidak berubah' },
    rc: { type: 'string', description: 'Kode hasil, di bawah /h2h/' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Nama isian dan pesannya' },
  },
}

const security = {
  public: [],
  client: [{ client: [] }],
  member: [{ bearer: [] }],
  seller: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  key: [{ key: [] }],
}

const tagOf = (call: Call): Tag => (call.path.startsWith('/h2h/') ? 'h2h' : call.access)

function operation(call: Call) {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase()).replace(/\W/g, '')}`,
    summary: call.summary,
    tags: [tagOf(call)],
    security: security[call.access],
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(call.access === 'key' ? signatureHeaders : []),
    ],
    ...(call.body && { requestBody: { required: true, content: { [bodyType(call)]: { schema: wireSchema(call.body) } } } }),
    ...(call.file && { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileSchema } } } }),
    responses: {
      200: { description: call.done ?? 'OK', content: answerOf(call) },
      ...refusalResponses(call),
    },
  }
}

/** OAuth asks for a form (RFC 6749); everything else is JSON. */
const bodyType = (call: Call) => (call.path.startsWith('/oauth/') ? 'application/x-www-form-urlencoded' : 'application/json')

const fileSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

const signatureHeaders = [
  {
    name: 'X-Timestamp',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: '^\\d{1,12}$' },
    description: 'Waktu Unix dalam detik',
  },
  {
    name: 'X-Signature',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    description: 'HMAC-SHA256 atas timestamp.body, tanpa body atas timestamp.target',
  },
]

const answerOf = (call: Call) =>
  call.csv ? { 'text/csv': { schema: { type: 'string' } } } : { 'application/json': { schema: envelope(call) } }

function envelope(call: Call) {
  return {
    type: 'object',
    required: ['success', 'msg', ...(call.data ? ['data'] : [])],
    properties: { success: { const: true }, msg: { type: 'string' }, ...(call.data && { data: wireSchema(call.data) }) },
  }
}

/** The wire side of a shape: what a client sends, and what an encoded answer holds. */
function wireSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined) {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = wireSchema(schema)
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }))
}

function refusalResponses(call: Call) {
  const byStatus = new Map<number, Set<string>>()
  for (const code of refusalsOf(call)) {
    byStatus.set(refusals[code].status, (byStatus.get(refusals[code].status) ?? new Set()).add(code))
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, { description: [...codes].join(', '), content }]))
}
