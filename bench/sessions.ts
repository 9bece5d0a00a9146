import { randomBytes } from 'node:crypto'
import { tokenHash } from '../server/src/shared/secrets.ts'
import type { BenchServer } from './database.ts'
import { BenchError } from './programs.ts'
import type { World } from './world.ts'

/** Creates a session for every buyer, in the state that a sign-in creates. */
export async function createSessions(server: BenchServer, { database, buyers }: World): Promise<string[]> {
  const tokens = buyers.map(() => randomBytes(24).toString('base64url'))
  const rows = buyers.map(({ id }, index) => `\\\\x${tokenHash(tokens[index] ?? '').toString('hex')}\t${id}\n`)
  await server.sql(database, `copy session (token_hash, member_id) from stdin;\n${rows.join('')}\\.\n`)
  return tokens
}

export interface Browsers {
  address: string
  tokens: string[]
}

/**
 * Durations of the requests in milliseconds, in ascending order. A few connections send requests of random buyers, each of them the next request
 * after its previous answer.
 */
export async function timesOf(
  browsers: Browsers,
  path: () => string,
  { requests, connections }: { requests: number; connections: number },
): Promise<number[]> {
  const times: number[] = []
  const line = async () => {
    for (let sent = 0; sent < requests / connections; sent += 1) {
      const from = performance.now()
      await answerOf(browsers, path())
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, line))
  return times.sort((a, b) => a - b)
}

export async function answerOf({ address, tokens }: Browsers, path: string): Promise<unknown> {
  const token = tokens[Math.floor(Math.random() * tokens.length)]
  const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const body = (await answer.json()) as { success: boolean; data: unknown }
  if (!body.success) throw new BenchError(`${path} was answered ${answer.status} ${JSON.stringify(body)}`)
  return body.data
}

/** The 99th percentile of times in ascending order. */
export const p99Of = (times: number[]): number => times[Math.ceil(times.length * 0.99) - 1] ?? 0
