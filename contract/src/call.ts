import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * One definition per call of the wire. The server registers its route from it, the browser calls it through it, and the
 * OpenAPI document is written from it, so the three cannot disagree.
 */
export type Access =
  /** Nobody needs to be known. */
  | 'public'
  /** Client credentials (HTTP Basic) of the application. */
  | 'client'
  /** A signed-in member, seller or administrator (bearer token). */
  | 'member'
  | 'seller'
  | 'admin'
  /** A buyer's or seller's own software, by key and signature. */
  | 'key'

export interface CallShape {
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is `multipart/form-data` with one `file`. */
  file?: boolean
  data?: z.ZodType
  /** A success is a CSV file and not in the envelope; a refusal is as everywhere. */
  csv?: boolean
  /** The message of a success; the specification fixes many of them. */
  done?: string
  /** What this call may refuse beyond bad input and missing rights. Anything else that escapes is a defect, and thrown as one outside production. */
  refuses?: readonly RefusalCode[]
}

export type Call<Shape extends CallShape = CallShape> = Shape & { method: Method; path: string }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** `path` names its parameters as `{id}`, as the specification does. */
export function call<const Shape extends CallShape>(method: Method, path: string, shape: Shape): Call<Shape> {
  return { ...shape, method, path }
}

/** What a call may refuse because of who asks. */
const refusedByAccess: Record<Access, readonly RefusalCode[]> = {
  public: [],
  client: ['access.client_unknown'],
  member: ['access.no_session'],
  seller: ['access.no_session', 'access.denied'],
  admin: ['access.no_session', 'access.denied'],
  key: [
    'key.unknown',
    'key.no_signature',
    'key.bad_signature',
    'key.bad_timestamp',
    'key.test_and_live',
    'key.address',
    'access.blocked',
    'rate.too_many',
  ],
}

/** Everything that a call may refuse: by what is sent, by who asks, and by what its own `refuses` says. */
export const refusalsOf = ({ access, body, refuses = [] }: CallShape): readonly RefusalCode[] => [
  'input.invalid',
  ...(body ? (['input.too_large'] as const) : []),
  ...refusedByAccess[access],
  ...refuses,
]

type Decoded<Part> = Part extends z.ZodType ? z.output<Part> : undefined
type Encoded<Part> = Part extends z.ZodType ? z.input<Part> : undefined

/** What the server's handler of a call receives and returns. */
export type ParamsOf<C extends CallShape> = Decoded<C['params']>
export type QueryOf<C extends CallShape> = Decoded<C['query']>
export type BodyOf<C extends CallShape> = Decoded<C['body']>
export type DataOf<C extends CallShape> = Decoded<C['data']>

/** What a client sends. */
export type ParamsSent<C extends CallShape> = Encoded<C['params']>
export type QuerySent<C extends CallShape> = Encoded<C['query']>
export type BodySent<C extends CallShape> = Encoded<C['body']>
