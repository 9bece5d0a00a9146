import type { BodySent, Call, DataOf, ParamsSent, QuerySent } from '@lapak/contract/shared/call'
import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { z } from 'zod'
import { type AnswerBody, ApiError, nonEmptyText } from '#lib/api-error.ts'
import { checkReachability } from '#lib/connectivity.ts'
import { rejectOnAbort, takeEarlyAnswer } from '#lib/early-answers.ts'
import { currentSession, leaveSession } from '#lib/session.ts'
import { withStepUp } from '#lib/with-step-up.ts'

type Part<Name extends string, Value> = undefined extends Value ? { [N in Name]?: Value } : { [N in Name]: Value }

export type CallInput<C extends Call> = Part<'params', ParamsSent<C>> &
  Part<'body', BodySent<C>> & {
    query?: QuerySent<C>
    signal?: AbortSignal
    /** The token of a session that is not stored yet, during the sign-in. */
    token?: string
    /** The client credentials of the web app, `id:secret` (HTTP Basic). */
    client?: string
    /** Sends the body as form data, as RFC 6749 requires. */
    form?: boolean
    /** Completes the request even if the document is closed in the meantime. */
    outlivesPage?: boolean
    /** The timeout in milliseconds, for a call whose answer may take longer than usual. */
    timeoutMs?: number
  } & (C['file'] extends string ? { file: File; onProgress?: (part: number) => void } : { file?: undefined; onProgress?: undefined })

const expired = 'Token has expired' satisfies RefusalMsg<'access.no_session'>

const answerTimeoutMs = 30_000
/** The timeout in milliseconds, enough for a long list on a slow network. */
const downloadTimeoutMs = 180_000

/** Calls the server and returns the decoded `data`: amounts of money as bigint, times as Date, flags as boolean. */
export async function request<C extends Call>(call: C, sent: CallInput<C>): Promise<DataOf<C>> {
  return (await submit(call, sent)).data
}

/**
 * Like `request`, but also returns the server's success message. Only calls that change data may open the dialog for step-up authentication: calls
 * that read data are also made without an action of the member.
 */
export const submit = <C extends Call>(call: C, sent: CallInput<C>): Promise<{ data: DataOf<C>; msg: string }> =>
  call.method === 'GET' ? submitOnce(call, sent) : withStepUp(() => submitOnce(call, sent))

async function submitOnce<C extends Call>(call: C, sent: CallInput<C>): Promise<{ data: DataOf<C>; msg: string }> {
  const token = call.access === 'client' || call.access === 'public' ? undefined : (sent.token ?? currentSession()?.token)
  const response = await (sent.file ? upload(call, { ...sent, file: sent.file }, token) : ask(call, sent, token))
  const body = await readBody(response)
  if (!response.ok || body.success !== true) throw refused(call, response, body, token)
  return { data: decoded(call, body.data), msg: nonEmptyText(body.msg) ?? call.done ?? '' }
}

export interface NamedFile {
  name: string
  content: Blob
}

/** Downloads a file that the member requested. `onProgress` is called with the number of bytes received so far. */
export const download = <C extends Call>(call: C, sent: CallInput<C>, onProgress: (bytes: number) => void): Promise<NamedFile> =>
  withStepUp(() => downloadOnce(call, sent, onProgress))

async function downloadOnce<C extends Call>(call: C, sent: CallInput<C>, onProgress: (bytes: number) => void): Promise<NamedFile> {
  const token = currentSession()?.token
  const response = await ask(call, { ...sent, timeoutMs: downloadTimeoutMs }, token)
  if (!response.ok) throw refused(call, response, await readBody(response), token)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (!name) throw new ApiError(0, unrecognised)
  return { name, content: new Blob(await portionsOf(response, onProgress), { type: response.headers.get('content-type') ?? '' }) }
}

async function portionsOf(response: Response, onProgress: (bytes: number) => void): Promise<BlobPart[]> {
  const portions: BlobPart[] = []
  let bytes = 0
  try {
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      portions.push(read.value)
      bytes += read.value.length
      onProgress(bytes)
    }
    return portions
  } catch {
    throw new ApiError(0, brokenOff)
  }
}

const brokenOff = 'Unduhan terputus. Periksa koneksi internet Anda, lalu coba lagi.'
const noAnswer = 'Tidak ada jawaban dari server. Periksa koneksi internet Anda.'
const unrecognised = 'Jawaban server tidak dikenali. Muat ulang halaman ini.'

/** Decodes the answer. If it cannot be decoded, the error has status 0, because the outcome is as unknown as without an answer. */
function decoded<C extends Call>(call: C, data: unknown): DataOf<C> {
  if (!call.data) return undefined as DataOf<C>
  try {
    return z.decode(call.data as z.ZodType<DataOf<C>>, data as never)
  } catch (error) {
    console.error(call.path, error)
    throw new ApiError(0, unrecognised)
  }
}

async function ask<C extends Call>(call: C, sent: CallInput<C>, token: string | undefined): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  if (sent.client) headers.set('Authorization', `Basic ${btoa(sent.client)}`)
  else if (token) headers.set('Authorization', `Bearer ${token}`)
  if (sent.body !== undefined && !sent.form) headers.set('Content-Type', 'application/json')
  const tooLate = AbortSignal.timeout(sent.timeoutMs ?? answerTimeoutMs)
  const signal = sent.signal ? AbortSignal.any([sent.signal, tooLate]) : tooLate
  const address = addressOf(call.path, sent.params, sent.query)
  const early = call.method === 'GET' && !sent.client ? takeEarlyAnswer(address, token) : undefined
  try {
    if (early) return await rejectOnAbort(early, signal)
    return await fetch(address, {
      method: call.method,
      headers,
      body: bodyOf(sent.body, sent.form),
      signal,
      keepalive: sent.outlivesPage ?? false,
    })
  } catch (error) {
    if (sent.signal?.aborted) throw error
    void checkReachability()
    throw new ApiError(0, noAnswer)
  }
}

async function upload<C extends Call>(call: C, sent: CallInput<C> & { file: File }, token: string | undefined): Promise<Response> {
  const { file, signal, onProgress } = sent
  try {
    return await sendFile({ address: addressOf(call.path, sent.params, sent.query), token, file, signal, onProgress })
  } catch (error) {
    if (signal?.aborted) throw error
    void checkReachability()
    throw new ApiError(0, noAnswer)
  }
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((params as AnswerBody)[name])))
  const search = searchOf(query)
  return search ? `${filled}?${search}` : filled
}

function searchOf(fields: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields ?? {}))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.toString()
}

function bodyOf(body: unknown, form: boolean | undefined): BodyInit | undefined {
  if (body === undefined) return undefined
  return form ? new URLSearchParams(searchOf(body)) : JSON.stringify(body)
}

async function readBody(response: Response): Promise<AnswerBody> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? (body as AnswerBody) : {}
  } catch {
    return {}
  }
}

function refused(call: Call, response: Response, body: AnswerBody, token: string | undefined): ApiError {
  const ours = token !== undefined && token === currentSession()?.token
  if (ours && response.status === 401) leaveSession(expired)
  // A refused upload (403) ends the session too (B-ERR-06).
  if (ours && response.status === 403 && call.file) leaveSession(nonEmptyText(body.msg) ?? expired)
  if (response.ok && body.success !== false) return new ApiError(0, unrecognised)
  const message =
    nonEmptyText(body.msg) ??
    nonEmptyText(body.message) ??
    nonEmptyText(body.error_description) ??
    (response.statusText || `Server menjawab dengan kode ${response.status}`)
  return new ApiError(response.status, message, body, Number(response.headers.get('retry-after')) || undefined)
}

// — Send file

interface FileSent {
  address: string
  token: string | undefined
  file: File
  signal?: AbortSignal
  /** Called with the progress as a number from 0 to 1. */
  onProgress?: (part: number) => void
}

/** The timeout in milliseconds. Phones send pictures over slow networks, so an upload may take longer than other calls. */
const uploadTimeoutMs = 120_000

/** Sends one file as `multipart/form-data`. Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendFile({ address, token, file, signal, onProgress }: FileSent): Promise<Response> {
  return new Promise((done, fail) => {
    const sending = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    sending.open('POST', address)
    sending.timeout = uploadTimeoutMs
    sending.setRequestHeader('Accept', 'application/json')
    if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`)
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    sending.onload = () => done(new Response(sending.responseText, { status: sending.status, statusText: sending.statusText }))
    sending.onerror = sending.ontimeout = sending.onabort = () => fail(new Error('no answer'))
    signal?.addEventListener('abort', () => sending.abort())
    sending.send(form)
  })
}
