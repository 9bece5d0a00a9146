import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'
import type { CountSetting } from './setting-defaults.ts'

/**
 * Each call of the API is defined once. The server registers its route from this definition, the browser sends requests by it, and the OpenAPI
 * document is generated from it, so that all three always agree.
 */
export type Access =
  /** No authentication. */
  | 'public'
  /** Client credentials of the calling software (HTTP Basic), without a member. */
  | 'client'
  /** A signed-in member, seller or administrator (bearer token). */
  | 'member'
  | 'seller'
  | 'admin'
  /** A buyer's software with an API key; the channel defines how the key is authenticated. */
  | 'key'
  /** A secret in the path authenticates the caller, for example a seller's server. */
  | 'secret'

/** A channel for third-party software, with its own authentication and its own format of refusals. */
export interface ApiChannel {
  name: string
  /** Title of the channel's chapter in the OpenAPI document. */
  title: string
  /** Headers that contain the API key and the signature. Channels without these headers send the key and the signature as parameters. */
  keyHeaders?: { name: string; description: string; proof: z.ZodObject }
  /** Further fields and headers of all answers of the channel, including refusals. */
  answers?: {
    /** Fields at the top level of the answer, next to `success`, `msg` and `data`. */
    beside?: z.ZodObject
    headers?: z.ZodObject
  }
  /** Refusals caused by authentication. */
  refuses: readonly RefusalCode[]
  /** Returns the HTTP status of a refusal, where it differs from the status in `refusals.ts`. */
  statusOf?: (code: RefusalCode) => number
}

/**
 * Rate limit: in a period of `seconds`, each member may send as many requests as the value of the setting. Calls with the same setting share one
 * count.
 */
export interface Limit {
  setting: CountSetting
  seconds: number
  /** If set, requests are counted per session, so that a stolen session cannot use up the limit of its owner. */
  per?: 'session'
}

/** Roles that need a second factor, as in the setting `access.twoFactorDemanded`. */
export type SecondFactorOf = 'admins' | 'adminsAndSellers'

/**
 * `any` accepts every method of step-up authentication. `mail` accepts only a code that was sent by e-mail, because a thief may know the password,
 * too.
 */
export type StepUpBy = 'any' | 'mail'

/** Default limit of a request body in bytes. A longer body is not read. */
export const bodyBytesMax = 8 * 1024

export interface CallShape {
  summary: string
  access: Access
  /** Requires recent step-up authentication in the session. For actions that the thief of a session would want to perform. */
  stepUp?: boolean | StepUpBy
  /**
   * For calls with access `member` that have more effect when administrators or sellers use them. If the setting lists one of the caller's roles, the
   * caller is refused without a second factor, as in `admin` and `seller` calls. Not needed where `access` already requires a second factor.
   */
  secondFactor?: SecondFactorOf
  /** Rate limit for expensive calls. A request is counted right after its authentication, before the rest of the request is read. */
  limit?: Limit
  /**
   * The answer or file has data of members. Rows that an administrator reads are counted, and an answer with many rows is recorded in the audit. Not
   * for calls that change something, since a refused answer would hide the change.
   */
  aboutMembers?: true
  /** The channel of the call. Required for calls with access `key`. */
  channel?: ApiChannel
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is a form, as OAuth requires (RFC 6749). */
  form?: boolean
  /** The body is `multipart/form-data` with one `file` of this type. */
  file?: 'picture' | 'csv'
  /** Maximum bytes of the body, if it must be larger than `bodyBytesMax`. File uploads have their own limit. */
  bodyBytes?: number
  /** The body is accepted in any format and passed to the handler as text. */
  anyBody?: boolean
  data?: z.ZodType
  /**
   * Compresses long answers. Allowed only where the answer contains no secret: if an attacker can add text to an answer, its compressed length
   * reveals the secrets in it (BREACH). Therefore it is set per call and never by default (ADR 0062).
   */
  compressed?: true
  /** The answer of a successful call is a CSV file and not JSON. Refusals are JSON as usual. */
  csv?: boolean
  /** Answers are text of this content type and not JSON. Refusals are text, too, where the channel formats them. */
  text?: string
  /** Message of a successful answer. The specification defines many of these texts. */
  done?: string
  /**
   * Refusals that this call may return in addition to those for invalid input and missing rights. Any other refusal is a defect; outside production
   * it is thrown as an error.
   */
  refuses?: readonly RefusalCode[]
}

export type Call<Shape extends CallShape = CallShape> = Shape & { method: Method; path: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Path parameters are written `{id}`, as in the specification. */
type Unknown<Shape> = Record<Exclude<keyof Shape, keyof CallShape>, never>

/** An unknown property is a compile error. Otherwise a requirement with a spelling mistake would be ignored. */
export function call<const Shape extends CallShape>(method: Method, path: string, shape: Shape & Unknown<Shape>): Call<Shape> {
  return { ...shape, method, path }
}

/** Refusals that authentication can cause, by access. */
const refusedByAccess: Record<Access, readonly RefusalCode[]> = {
  public: [],
  client: ['access.client_unknown'],
  member: ['access.no_session'],
  seller: ['access.no_session', 'access.denied', 'access.two_factor_needed'],
  admin: ['access.no_session', 'access.denied', 'access.two_factor_needed'],
  key: [],
  secret: [],
}

/** True if the answer is one page of a list. Such calls limit the number of rows that a member reads per minute. */
const isList = (data: z.ZodType | undefined): boolean => data !== undefined && 'shape' in data && 'content' in (data.shape as object)

/** All refusals that a call may return: for invalid input, by authentication, and those in its `refuses`. */
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

/** Types that the server's handler receives and returns. */
export type ParamsOf<C extends CallShape> = Decoded<C['params']>
export type QueryOf<C extends CallShape> = Decoded<C['query']>
export type BodyOf<C extends CallShape> = Decoded<C['body']>
export type DataOf<C extends CallShape> = Decoded<C['data']>

/** Types that a client sends. */
export type ParamsSent<C extends CallShape> = Encoded<C['params']>
export type QuerySent<C extends CallShape> = Encoded<C['query']>
export type BodySent<C extends CallShape> = Encoded<C['body']>
