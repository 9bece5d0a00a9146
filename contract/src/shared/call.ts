import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'
import type { CountSetting } from './setting-defaults.ts'

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
  /** A buyer's own software, by a key that it proves as its channel asks. */
  | 'key'
  /** Whoever knows the secret in the path: a seller's server. */
  | 'secret'

/** A way in for other people's software. It knows its callers and words its refusals by means of its own. */
export interface ApiChannel {
  name: string
  /** Its chapter of the OpenAPI document. */
  title: string
  /** Headers by which a key is named and proved. Channels without them take both among their parameters. */
  keyHeaders?: { name: string; description: string; proof: z.ZodObject }
  /** What its answers carry besides what each call says, refusals included. */
  answers?: {
    /** At the top level of the envelope. */
    beside?: z.ZodObject
    headers?: z.ZodObject
  }
  /** What it refuses because of who asks. */
  refuses: readonly RefusalCode[]
  /** The HTTP status of a refusal, where it is not the refusal's own. */
  statusOf?: (code: RefusalCode) => number
}

/** As often as the setting says, each member may ask within so many seconds. Calls that name the same setting share one allowance. */
export interface Limit {
  setting: CountSetting
  seconds: number
  /** Each session instead, where a stolen one must not use up what its owner needs. */
  per?: 'session'
}

/** Who has to have a second factor, in the words of the setting `access.twoFactorDemanded`. */
export type SecondFactorOf = 'admins' | 'adminsAndSellers'

/** By any proof, or by a code to the e-mail alone, where a thief who knows the password too must not do it. */
export type StepUpBy = 'any' | 'mail'

/** Bytes of a body of which its call says nothing else; what is longer is not even read. */
export const bodyBytesMax = 8 * 1024

export interface CallShape {
  summary: string
  access: Access
  /** Only for a session whose owner has proved a short while ago who it is: what a thief of the session would want. */
  stepUp?: boolean | StepUpBy
  /**
   * A call of members that means more when an administrator or a seller makes it: with a role that the setting demands a second factor of it
   * is refused without one, as the calls of `admin` and `seller` are. What `access` says by itself is not repeated here.
   */
  secondFactor?: SecondFactorOf
  /** For what costs something. Counted before anything of the request is looked at but who asks. */
  limit?: Limit
  /** Rows of its answer tell of members: those that an administrator reads are counted, and many at once are in the audit (decision 0053). */
  aboutMembers?: true
  /** The channel that this call belongs to; a call by key has one. */
  channel?: ApiChannel
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a form, as OAuth wants it (RFC 6749). */
  form?: boolean
  /** The body is `multipart/form-data` with one `file` of this kind. */
  file?: 'picture' | 'csv'
  /** Bytes that the body may have, where it needs more than `bodyBytesMax`; a file has a bound of its own. */
  bodyBytes?: number
  /** The body is taken in any form and kept as text, for a handler that reads it by itself. */
  anyBody?: boolean
  data?: z.ZodType
  /**
   * Long answers are compressed. Only where nothing in them is secret: what strangers wrote beside a secret would tell it by the length
   * (BREACH), so this is said call by call and never by default (decision 0062).
   */
  compressed?: true
  /** A success is a CSV file and not in the envelope; a refusal is as everywhere. */
  csv?: boolean
  /** Answers are text of this content type and not in the envelope; so are refusals, where a channel words them. */
  text?: string
  /** The message of a success; the specification fixes many of them. */
  done?: string
  /** What this call may refuse beyond bad input and missing rights. Anything else that escapes is a defect, and thrown as one outside production. */
  refuses?: readonly RefusalCode[]
}

export type Call<Shape extends CallShape = CallShape> = Shape & { method: Method; path: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `path` names its parameters as `{id}`, as the specification does. */
type Unknown<Shape> = Record<Exclude<keyof Shape, keyof CallShape>, never>

/** A property that no call has does not compile: a misspelt demand would else be no demand. */
export function call<const Shape extends CallShape>(method: Method, path: string, shape: Shape & Unknown<Shape>): Call<Shape> {
  return { ...shape, method, path }
}

/** What a call may refuse because of who asks. */
const refusedByAccess: Record<Access, readonly RefusalCode[]> = {
  public: [],
  client: ['access.client_unknown'],
  member: ['access.no_session'],
  seller: ['access.no_session', 'access.denied', 'access.two_factor_needed'],
  admin: ['access.no_session', 'access.denied', 'access.two_factor_needed'],
  key: [],
  secret: [],
}

/** Whether it answers with a page of a list, of which a member is given so many rows a minute. */
const isList = (data: z.ZodType | undefined): boolean => data !== undefined && 'shape' in data && 'content' in (data.shape as object)

/** Everything that a call may refuse: by what is sent, by who asks, and by what its own `refuses` says. */
export const refusalsOf = ({
  access,
  channel,
  secondFactor,
  stepUp,
  limit,
  aboutMembers,
  body,
  data,
  refuses = [],
}: CallShape): readonly RefusalCode[] => [
  'input.invalid',
  ...(body ? (['input.too_large'] as const) : []),
  ...refusedByAccess[access],
  ...(secondFactor ? (['access.two_factor_needed'] as const) : []),
  ...(stepUp ? [stepUp === 'mail' ? ('access.mail_proof_needed' as const) : ('access.proof_needed' as const)] : []),
  ...(limit || aboutMembers || isList(data) ? (['rate.too_many'] as const) : []),
  ...(access === 'key' && channel ? channel.refuses : []),
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
