import { createHmac } from 'node:crypto'
import type { Call } from '@lapak/contract/shared/call'
import { signedHeaders, type TestMember } from './app.ts'

interface Sent {
  path: string
  headers: Record<string, string>
}

type Software = Pick<TestMember, 'apikey' | 'secret'>

/** How buyers' software signs at each channel; the access tests use all of them. */
const signers: Record<string, (who: Software, call: Call, path: string, body: string | null) => Sent> = {
  json: (who, { method }, path, body) => ({ path, headers: signedHeaders(who, method === 'GET' || body === null ? path : body) }),
  get: (who, _, path) => {
    const query = new URLSearchParams({ key: who.apikey, product: 'S5', dest: '081200001111', refid: 'A-1' })
    query.append('sign', getSign(who.secret, Object.fromEntries(query)))
    return { path: `${path}?${query}`, headers: {} }
  },
}

/** The fields that are signed, listed here again so that a changed order of fields is detected. */
const signedNames = ['key', 'product', 'dest', 'refid', 'amount', 'counter', 'maxprice', 'token']

/** Fields that were added later are signed with their name, and only when they are sent. */
const addedNames = ['time', 'callback']

export const getSign = (secret: string, query: Partial<Record<string, string>>) =>
  createHmac('sha256', secret)
    .update(
      [
        ...signedNames.map((name) => query[name] ?? ''),
        ...addedNames.flatMap((name) => (query[name] ? [`${name}=${query[name]}`] : [])),
      ].join('|'),
    )
    .digest('hex')

/** A call as buyers' software sends it. A call without a channel is signed as at the JSON channel. */
export function byKey(who: Software, call: Call, path: string, body: string | null): Sent {
  const name = call.channel?.name ?? 'json'
  const sign = signers[name]
  if (!sign) throw new Error(`say in server/test/on-channels.ts how software proves its key at the channel "${name}"`)
  return sign(who, call, path, body)
}
