import { setTimeout as pause } from 'node:timers/promises'
import { bodyBytesMax } from '@lapak/contract/shared/call'
import { logon } from '@lapak/contract/shared/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { parseInput } from '#http/http.ts'
import { slowness } from '../../tools/testing/yardstick.ts'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { asClient } from './client.ts'
import { cpuMs, within } from './within.ts'

/**
 * Texts of any length from unauthenticated clients, in every field of every call: Lapak's own code never processes a text above the length limit, and
 * the time of a refusal grows at most linearly with the input.
 */

interface Input {
  name: string
  schema: z.ZodType
}

const calls = await allCalls()
const inputs: Input[] = [
  { name: 'the logon of a socket', schema: logon },
  ...calls.flatMap(({ method, path, ...call }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      return schema ? [{ name: `${method} ${path}: ${part}`, schema }] : []
    }),
  ),
]

// — Zod schemas

type Act = (...values: unknown[]) => unknown
interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  values?: unknown[]
  entries?: Record<string, unknown>
  transform?: Act
  fn?: Act
  checks?: { _zod: { def: { check: string; tx?: Act; fn?: Act; maximum?: number } } }[]
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
const parts = ({ shape, element, options = [], innerType, in: first, out, keyType, valueType }: Def): z.ZodType[] =>
  [...Object.values(shape ?? {}), element, ...options, innerType, first, out, keyType, valueType].filter((part) => part !== undefined)

function* allOf(schema: z.ZodType, seen = new Set<z.ZodType>()): Generator<Def> {
  if (seen.has(schema)) return
  seen.add(schema)
  const def = defOf(schema)
  yield def
  for (const part of parts(def)) yield* allOf(part, seen)
}

/** The longest valid text of a schema, with room for surrounding characters that are trimmed. */
const lengthMax = (schema: z.ZodType) =>
  1_000 +
  2 *
    Math.max(0, ...[...allOf(schema)].flatMap(({ checks = [] }) => checks.map(({ _zod }) => _zod.def.maximum ?? 0)).filter(Number.isFinite))

/** The same text in every text field. */
function filled(schema: z.ZodType, text: string, choice: number): unknown {
  const def = defOf(schema)
  const go = (part: z.ZodType) => filled(part, text, choice)
  if (def.shape) return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, go(part)]))
  if (def.element) return [go(def.element)]
  if (def.options) return go(def.options[choice % def.options.length] as z.ZodType)
  if (def.innerType) return go(def.innerType)
  if (def.valueType) return { [Object.values(defOf(def.keyType as z.ZodType).entries ?? { text })[0] as string]: go(def.valueType) }
  if (def.type === 'pipe') return go(defOf(def.in as z.ZodType).type === 'transform' ? (def.out as z.ZodType) : (def.in as z.ZodType))
  return def.type === 'literal' ? def.values?.[0] : text
}

// — Functions of Lapak that receive the value

let longest = 0
const restore: (() => void)[] = []

function watch<Name extends string>(holder: { [N in Name]?: Act }, name: Name) {
  const act = holder[name]
  if (act === undefined) return
  const watched: Act = (...values) => {
    if (typeof values[0] === 'string') longest = Math.max(longest, values[0].length)
    return act(...values)
  }
  Object.assign(holder, { [name]: watched })
  restore.push(() => Object.assign(holder, { [name]: act }))
}

beforeAll(() => {
  const seen = new Set<z.ZodType>()
  for (const { schema } of inputs)
    for (const def of allOf(schema, seen)) {
      watch(def, 'transform')
      for (const { _zod } of def.checks ?? []) {
        watch(_zod.def, 'tx')
        watch(_zod.def, 'fn')
      }
    }
})
afterAll(() => {
  for (const undo of restore) undo()
})

// — Input

const repeated = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const hostile: Record<string, (length: number) => string> = {
  'combining marks': repeated('\u0301\u0316'),
  'letters with marks': repeated('a\u0316\u0301'),
  'letters of two scripts': repeated('aб'),
  spaces: (length) => `a${' '.repeat(length)}a`,
  'line breaks': repeated('\r\n\n\n'),
  digits: repeated('9'),
  amounts: (length) => `1${repeated('.000')(length)}`,
  'a moment': (length) => `2026-01-01T00:00:00.${repeated('0')(length)}Z`,
  'an address': (length) => `http://${repeated('\u00e9')(length)}.id/`,
  'an e-mail': (length) => `a@${repeated('a.')(length)}a`,
  networks: repeated('0.0.0.0/0,'),
  'what is not seen': repeated('\u200b\u2060'),
}
const size = 300_000

const refused = (schema: z.ZodType, value: unknown): boolean => {
  try {
    parseInput(schema, value)
    return false
  } catch {
    return true
  }
}

test('a text above the length limit is checked only for its length', () => {
  const found: string[] = []
  for (const { name, schema } of inputs)
    for (const [kind, make] of Object.entries(hostile))
      for (const choice of [0, 1]) {
        longest = 0
        refused(schema, filled(schema, make(size), choice))
        if (longest > lengthMax(schema)) found.push(`${name}: ${kind}`)
      }
  expect(found).toEqual([])
})

/** CPU time of this thread: the minimum of several tries, since a busy machine only adds to it. */
function leastMs(act: () => unknown, tries: number): number {
  const took = Array.from({ length: tries }, () => {
    const since = process.threadCpuUsage()
    act()
    const { user, system } = process.threadCpuUsage(since)
    return (user + system) / 1_000
  })
  return Math.min(...took)
}

test('the time to refuse a text grows at most linearly with its length, and stays short', { timeout: 300_000 }, async () => {
  const found: string[] = []
  for (const { name, schema } of inputs)
    for (const [kind, make] of Object.entries(hostile)) {
      const timeOf = (length: number, tries: number) => {
        const value = filled(schema, make(length), 0)
        return leastMs(() => refused(schema, value), tries)
      }
      // Times close to the resolution of the clock are ignored. Nearly every text is refused in less.
      if (timeOf(size, 1) <= 5) continue
      const timed = (tries: number) => ({ once: timeOf(size / 2, tries), twice: timeOf(size, tries) })
      // Twice as long for twice the text, with the resolution of the clock, and at most 20 ms, scaled as by `within`.
      const isDear = ({ once, twice }: { once: number; twice: number }) =>
        twice > 5 && (twice > 2.2 * once + 2 || (twice > 20 && twice > 20 * slowness()))
      let last = timed(4)
      // Other processes may disturb a whole second; a slow check is slow each time.
      for (let pauseMs = 100; isDear(last) && pauseMs < 10_000; pauseMs *= 2) {
        await pause(pauseMs)
        last = timed(10)
      }
      if (isDear(last)) found.push(`${name}: ${kind} ${last.once} ms, ${last.twice} ms`)
    }
  expect(found).toEqual([])
})

/** The size of the longest JSON that a schema accepts, with the longest encoding of each character. */
function bytesMax(schema: z.ZodType): number {
  const def = defOf(schema)
  const most = Math.min(...(def.checks ?? []).map(({ _zod }) => _zod.def.maximum ?? Number.POSITIVE_INFINITY))
  const fields = (names: [string, z.ZodType][]) => names.reduce((sum, [name, part]) => sum + name.length + 4 + bytesMax(part), 2)
  if (def.shape) return fields(Object.entries(def.shape))
  if (def.element) return 2 + (Number.isFinite(most) ? most : 10) * (1 + bytesMax(def.element))
  if (def.options) return Math.max(...def.options.map(bytesMax))
  if (def.innerType) return bytesMax(def.innerType)
  if (def.valueType)
    return fields(Object.keys(defOf(def.keyType as z.ZodType).entries ?? {}).map((name) => [name, def.valueType as z.ZodType]))
  if (def.type === 'pipe') return bytesMax(defOf(def.in as z.ZodType).type === 'transform' ? (def.out as z.ZodType) : (def.in as z.ZodType))
  if (def.type === 'string') return 2 + 4 * (Number.isFinite(most) ? most : 10)
  return 20
}

test('the body limit of a call is at least its largest valid body and not much more', () => {
  const wrong = calls.flatMap(({ method, path, body, bodyBytes = bodyBytesMax }) => {
    const needed = body ? bytesMax(body) : 0
    const ample = Math.max(4 * needed, bodyBytesMax)
    return body && (bodyBytes < needed || bodyBytes > ample) ? [`${method} ${path} needs ${needed} and has ${bodyBytes}`] : []
  })
  expect(wrong).toEqual([])
})

test('a sign-up with 240 kB of combining marks in its name is refused without processing them', async () => {
  const app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
  const someone = { email: 'x@lapak.test', phone: '', password: 'lapak1234', confmpassword: 'lapak1234', hash: 'x' }
  const sent = (marks: number) => asClient(app, '/register', { ...someone, nama: `a${'\u0301'.repeat(marks)}` })
  try {
    expect(await sent(120_000)).toMatchObject({ status: 400, body: { code: 'input.too_large' } })
    await within(20, () => cpuMs(() => sent(120_000)))
    // Within the size limit of a body, but too long for a name.
    expect(await sent(3_000)).toMatchObject({ status: 400, body: { code: 'input.invalid', errors: { nama: 'Maksimal 100 karakter' } } })
  } finally {
    await app.stop()
  }
})

/** Bodies of the maximum size, in shapes that are slow to parse. */
const names = (count: number, write: (nth: number) => string, between = ',') =>
  Array.from({ length: Math.floor(count) }, (_, nth) => write(nth)).join(between)
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const shapes: Record<string, [type: string, body: (bytes: number) => string]> = {
  'lists in lists': [json, (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  'objects with a name of their own each': [json, (bytes) => `[${names(bytes / 14, (nth) => `{"k${nth}":1}`)}]`],
  'one object with many names': [json, (bytes) => `{${names(bytes / 12, (nth) => `"k${nth}":1`)}}`],
  'a form with many names': [form, (bytes) => names(bytes / 10, (nth) => `k${nth}=1`, '&')],
  'a form of spaces': [form, (bytes) => `a=${'+'.repeat(bytes - 2)}`],
}

describe('a long body', () => {
  let app: TestApp
  let member: TestMember
  beforeAll(async () => {
    app = await startTestApp({}, ['http'])
    member = await app.member({ roles: ['ROLE_ADMIN', 'ROLE_SELLER'] })
  })
  afterAll(() => app?.stop())

  const longest = calls
    .filter(({ bodyBytes = bodyBytesMax, anyBody }) => bodyBytes > 200_000 && !anyBody)
    .map(({ method, path, bodyBytes = bodyBytesMax, access }) => ({ method, path, bodyBytes, access }))

  test('is allowed for calls with an API key and for calls of administrators', () => {
    expect(longest.map(({ access }) => access)).toEqual(expect.arrayContaining(['key', 'admin']))
  })

  test.each(longest)(
    'to $method $path is refused quickly, whatever its shape, with and without a session',
    { timeout: 120_000 },
    async (call) => {
      const byMember = { authorization: `Bearer ${member.token}` }
      for (const [type, body] of Object.values(shapes)) {
        const text = body(call.bodyBytes - 100)
        for (const headers of call.access === 'key' ? [{}] : [{}, byMember])
          await within(20, () =>
            cpuMs(async () => {
              const answer = await fetch(app.url + call.path, {
                method: call.method,
                headers: { 'content-type': type, ...headers },
                body: text,
              })
              expect(await answer.json()).toMatchObject({ success: false })
              expect([400, 401]).toContain(answer.status)
            }),
          )
      }
    },
  )
})
