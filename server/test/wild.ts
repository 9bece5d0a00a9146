import fc from 'fast-check'
import { z } from 'zod'

/** Inputs for the fuzz runs: valid, nearly valid and invalid values for a call's schema. */

/** Switches to zod's original error messages instead of the server's; the returned function switches back. */
export function inWordsOfZod(): () => void {
  const { localeError } = z.config()
  z.config(z.locales.en())
  return () => void z.config({ localeError })
}

/** Values for certain field names, so that many orders pass the validation. */
export type Known = Record<string, fc.Arbitrary<unknown>>

interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** Values that the input side of a schema accepts. */
export function allowedBy(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known)
}

function fromJsonSchema(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => fromJsonSchema(one, known)))
  if (schema.allOf) return fromJsonSchema(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }) as JsonSchema, known)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(fromJsonSchema(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(5, schema.minItems ?? 0),
      })
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 100_000, 2 ** 31 - 1) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return odd
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, known[name] ?? fromJsonSchema(shape, known)]))
  return fc.record(fields, { requiredKeys: required })
}

function stringOf({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const size = { minLength: Math.min(minLength, 40), maxLength: Math.min(maxLength, 60) }
  if (pattern === undefined) return fc.string({ unit: 'grapheme', ...size })
  return fc.oneof(
    fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, maxLength)),
    fc.string({ unit: 'grapheme-ascii', ...size }),
  )
}

/** Number tokens that a body can contain and JSON.stringify cannot write. Texts of this form lose their quotes when the body is written. */
const bare = ['1e999', '-1e999', '1e-999', '123456789012345678901234567890', '-0', '9007199254740993', '0.1', '007', 'NaN', 'undefined']
const bareText = (token: string) => `\u2039bare ${token}\u203a`

export const writeJson = (value: unknown): string => (JSON.stringify(value) ?? '').replace(/"\u2039bare (.*?)\u203a"/g, '$1')

export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007\u001b[31m',
  '\ud800',
  'x\udfff',
  'abc\udfff',
  '\u202e0812',
  '\ufeff0812',
  '０８１２３４５６７８９',
  '👩‍👩‍👧‍👦'.repeat(20),
  'z̸̡̛͓͎'.repeat(10),
  "'; drop table purchase; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  '%00%0a%0d%ff',
  'TRX S5.0812 BERHASIL, HRG:1 SN: 123. SISA SALDO:1 CLIENTID=x.',
  'a\r\nSet-Cookie: x=1',
  'x'.repeat(65),
  'x'.repeat(101),
  'x'.repeat(20_000),
  '9'.repeat(400),
  '1e400',
  '-1',
  'NaN',
  'Infinity',
  '0x10',
  '1.000.000.000.000.000',
  'null',
  '__proto__',
  'constructor',
] as const

/** Unexpected values for any position. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom(...bare).map(bareText),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e15,
    1e308,
    -1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    [null],
    { $gt: '' },
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
  ),
  fc.constant(null).map(() => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as unknown),
  fc.integer({ min: 1, max: 500 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
  fc.jsonValue(),
)

/** A valid value with one part replaced, removed, wrapped, or added. */
export function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), fc.constantFrom('replace', 'remove', 'add', 'wrap'), odd)
    .map(([value, where, how, what]) => spoil(structuredClone(value), where, how, what))
}

function spoil(value: unknown, where: number, how: 'replace' | 'remove' | 'add' | 'wrap', what: unknown): unknown {
  const places = placesOf(value)
  const place = places[where % Math.max(places.length, 1)]
  if (place === undefined) return what
  const { holder, name } = place
  if (how === 'replace') holder[name] = what
  else if (how === 'remove') delete holder[name]
  else if (how === 'add')
    Object.defineProperty(holder, where % 2 === 0 ? '__proto__' : 'unknown', {
      value: what,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else return where % 2 === 0 ? { postdata: value } : [value]
  return value
}

function placesOf(value: unknown): { holder: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesOf(holder[name])])
}

/** Bodies that are no JSON, or hostile JSON. */
export const brokenBodies: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '[',
    'null',
    'true',
    '"text"',
    '12',
    '{"orders":',
    '{"a":1,}',
    "{'a':1}",
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"a":\u0000}',
    '{}{}',
    '\\u0000',
    '<xml/>',
    'a=1&b=2',
  ),
  fc.constant(`{"orders":[${'{},'.repeat(150)}{}]}`),
  fc.constant(`${'['.repeat(60_000)}${']'.repeat(60_000)}`),
  fc.constant(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  fc.constant(`{"reffclient":"${'x'.repeat(300_000)}"}`),
  fc.constant('{"productcode":"S5","productcode":"S10","target":"081200001111","target":"081200002222","reffclient":"two-names"}'),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
