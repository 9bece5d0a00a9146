/**
 * An S3-compatible object store in memory. Requests must be signed according to AWS Signature Version 4. The check is implemented from the
 * specification and shares no code with the client of Lapak.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, listen, splitUrl } from './listening.ts'

export interface ObjectStoreOptions {
  key: string
  secret: string
  region: string
  bucket: string
  host?: string
  port?: number
}

export interface StoredObject {
  content: Buffer
  type: string
}

export interface ObjectStoreSimulator {
  readonly url: string
  /** The stored objects by name, without the bucket. */
  readonly objects: ReadonlyMap<string, StoredObject>
  /** Why requests were refused, oldest first. */
  readonly refusals: readonly string[]
  /** Answers all following requests with this status; 0 returns to normal answers. */
  fail(status: number): void
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStoreSimulator> {
  const objects = new Map<string, StoredObject>()
  const refusals: string[] = []
  let failing = 0
  const server = await listen(receive, options.host ?? '127.0.0.1', options.port ?? 0)
  return {
    url: server.url,
    objects,
    refusals,
    fail(status) {
      failing = status
    },
    goDown: server.goDown,
    comeUp: server.comeUp,
    close: server.close,
  }

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const content = Buffer.concat(chunks)
      const reason = whyRefused(request, content, options, new Date())
      if (reason !== null) {
        refusals.push(reason)
        return refuse(response, 403, reason)
      }
      if (failing !== 0) return refuse(response, failing, 'InternalError')
      serve(request, response, content)
    })
  }

  function serve(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const { path, query } = splitUrl(request.url ?? '/')
    const [, bucket, ...rest] = path.split('/').map(decodeURIComponent)
    if (bucket !== options.bucket) return refuse(response, 404, 'NoSuchBucket')
    const asked = new Map(query)
    if (asked.get('list-type') === '2')
      return answer(
        response,
        200,
        listing([...objects.keys()], asked.get('prefix') ?? '', asked.get('continuation-token')),
        'application/xml',
      )
    const name = rest.join('/')
    if (request.method === 'PUT') {
      objects.set(name, { content, type: request.headers['content-type'] ?? '' })
      return answer(response, 200, '')
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      response.writeHead(204).end()
      return
    }
    const stored = objects.get(name)
    if (stored === undefined) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': stored.type, 'content-length': stored.content.length })
    response.end(stored.content)
  }
}

/** Few names in each answer, so that every client has to ask again. */
const namesPerAnswer = 3

function listing(all: string[], prefix: string, after = ''): string {
  const names = all.filter((name) => name.startsWith(prefix) && name > after).sort()
  const shown = names.slice(0, namesPerAnswer)
  const isTruncated = names.length > shown.length
  return [
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>`,
    ...shown.map((name) => `<Contents><Key>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Key></Contents>`),
    isTruncated ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '',
    '</ListBucketResult>',
  ].join('')
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  answer(response, status, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`, 'application/xml')

const clockSkewMs = 15 * 60_000

/** Why a request is refused; null if its method, path, query, headers and body are signed with the key. */
export function whyRefused(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  content: Buffer,
  { key, secret, region }: Pick<ObjectStoreOptions, 'key' | 'secret' | 'region'>,
  now: Date,
): string | null {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (given === null) return 'AccessDenied'
  const [, credential = '', signedNames = '', signature = ''] = given
  const stamp = header(request, 'x-amz-date')
  const day = stamp.slice(0, 8)
  if (Math.abs(momentOf(stamp) - now.getTime()) > clockSkewMs || !/^\d{8}T\d{6}Z$/.test(stamp)) return 'RequestTimeTooSkewed'
  const scope = `${day}/${region}/s3/aws4_request`
  if (credential !== `${key}/${scope}`) return 'InvalidAccessKeyId'
  const names = signedNames.split(';')
  const amazonHeaders = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))
  if (['host', ...amazonHeaders].some((name) => !names.includes(name))) return 'HeadersNotSigned'
  const payload = header(request, 'x-amz-content-sha256')
  if (payload !== sha256(content)) return 'XAmzContentSHA256Mismatch'
  const { path, query } = splitUrl(request.url ?? '/')
  const canonical = [
    request.method ?? '',
    path,
    [...query]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedNames,
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(Buffer.from(canonical))].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
  return timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

const header = (request: Pick<IncomingMessage, 'headers'>, name: string) => String(request.headers[name] ?? '')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Parses a time such as `20130524T000000Z`. */
const momentOf = (stamp: string) => Date.parse(stamp.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
