/* The functions are exported under the names that zod uses. */
import { regexes } from 'zod/v4/core'
import { dataOf, hasEnded, type Issue, inTurn, messageOf, type Params, type Reading, Schema, transform, wrong } from '#lib/zod/schema.ts'

type Shape = Record<string, Schema>
type Names<S> = { [Name in keyof S]?: true }

const kind = (holds: (value: unknown) => unknown, params?: Params) =>
  new Schema((value, reading) => (holds(value) ? value : wrong(reading, messageOf(params))))

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export const string = (params?: Params) => kind((value) => typeof value === 'string', params)
export const number = (params?: Params) => kind(Number.isFinite, params)
export const int = (params?: Params) => kind(Number.isSafeInteger, params)
export const bigint = (params?: Params) => kind((value) => typeof value === 'bigint', params)
export const boolean = (params?: Params) => kind((value) => typeof value === 'boolean', params)
export const date = (params?: Params) => kind((value) => value instanceof Date && !Number.isNaN(value.getTime()), params)
export const unknown = () => new Schema((value) => value)
export const uuid = (params?: Params) => string(params).regex(regexes.uuid(), params)

export const iso = {
  date: (params?: Params) => string(params).regex(regexes.date, params),
  datetime: (params: { offset?: boolean; error?: string }) => string(params).regex(regexes.datetime(params), params),
}
export const coerce = {
  number: (params?: Params) => new Schema((value, reading) => number(params).run(asNumber(value), reading)),
}

function asNumber(value: unknown): number {
  try {
    return Number(value)
  } catch {
    // `Number` throws for an object that cannot be converted to a string.
    return Number.NaN
  }
}

export function literal(wanted: unknown) {
  const all = new Set([wanted].flat())
  return kind((value) => all.has(value))
}

function oneOf(words: readonly unknown[] | Record<string, unknown>, params?: Params) {
  const all = new Set(Object.values(words))
  return kind((value) => all.has(value), params)
}

export { oneOf as enum }

/** Parses a part of a value; the path of the part is added to its issues. */
function readPart(part: Schema, name: PropertyKey, value: unknown, reading: Reading): unknown {
  const issues: Issue[] = []
  const read = part.run(value, { issues, back: reading.back })
  for (const issue of issues) reading.issues.push({ ...issue, path: [name, ...issue.path] })
  return read
}

/**
 * Parses a field as zod does: a missing field is accepted if it is optional, gets its default if it has one, and otherwise is an error; a field that
 * is present stays present.
 */
function readField(part: Schema, name: string, from: Record<string, unknown>, into: Record<string, unknown>, reading: Reading) {
  const isThere = name in from
  const mayVanish = !isThere && part.vanishes
  if (mayVanish && part.absent === 'optional') return
  const found: Reading = { issues: [], back: reading.back }
  const read = readPart(part, name, from[name], found)
  if (mayVanish && found.issues.length > 0) return
  reading.issues.push(...found.issues)
  if (!isThere && part.absent === undefined) {
    if (found.issues.length === 0) wrong(reading, undefined, [name])
  } else if (read !== undefined || isThere || (part.absent === 'defaulted' && !part.vanishes)) into[name] = read
}

class ObjectSchema extends Schema {
  readonly shape: Shape

  constructor(shape: Shape, strict = false) {
    const names = Object.keys(shape)
    super((value, reading) => {
      if (!isObject(value)) return wrong(reading)
      const into = {}
      for (const name of names) readField(shape[name] as Schema, name, value, into, reading)
      if (strict && Object.keys(value).some((name) => !names.includes(name))) reading.issues.push({ path: [], message: 'Invalid input' })
      return into
    })
    this.shape = shape
  }
  extend(shape: Shape) {
    return new ObjectSchema({ ...this.shape, ...shape })
  }
  partial() {
    return new ObjectSchema(
      this.some(
        () => true,
        (part) => part.optional(),
      ),
    )
  }
  pick(names: Names<Shape>) {
    return new ObjectSchema(this.some((name) => name in names))
  }
  omit(names: Names<Shape>) {
    return new ObjectSchema(this.some((name) => !(name in names)))
  }
  private some(isWanted: (name: string) => boolean, as = (part: Schema) => part): Shape {
    return Object.fromEntries(Object.entries(this.shape).flatMap(([name, part]) => (isWanted(name) ? [[name, as(part)]] : [])))
  }
}

export const object = (shape: Shape) => new ObjectSchema(shape)
export const strictObject = (shape: Shape) => new ObjectSchema(shape, true)

export const array = (of: Schema, params?: Params) =>
  new Schema((value, reading) =>
    Array.isArray(value) ? Array.from(value, (one, at) => readPart(of, at, one, reading)) : wrong(reading, messageOf(params)),
  )

export const record = (key: Schema, of: Schema) =>
  new Schema((value, reading) => {
    if (!isObject(value)) return wrong(reading)
    const names = Object.keys(value).filter((name) => name !== '__proto__')
    for (const name of names) readPart(key, name, name, reading)
    return Object.fromEntries(names.map((name) => [name, readPart(of, name, value[name], reading)]))
  })
export { record as partialRecord }

/**
 * The result of the first option that finds no issues. If all options find issues and exactly one option accepts the type of the value, the issues of
 * that option are returned.
 */
export function union(options: readonly Schema[]) {
  const own = (value: unknown, reading: Reading) => {
    const tried: { read: unknown; of: Reading }[] = []
    for (const option of options) {
      const of: Reading = { issues: [], back: reading.back }
      const read = option.run(value, of)
      if (of.issues.length === 0) return read
      tried.push({ read, of })
    }
    const [near, ...others] = tried.filter(({ of }) => !hasEnded(of))
    if (!near || others.length > 0) return wrong(reading)
    reading.issues.push(...near.of.issues)
    return near.read
  }
  const absents = options.map(({ absent }) => absent)
  return new Schema(own, {
    absent: absents.find((absent) => absent === 'defaulted') ?? absents.find((absent) => absent),
    vanishes: options.some(({ vanishes }) => vanishes),
  })
}

export const discriminatedUnion = (by: string, options: readonly ObjectSchema[]) =>
  new Schema((value, reading) => {
    if (!isObject(value)) return wrong(reading)
    const option = options.find(({ shape }) => shape[by]?.read(value[by], reading.back).success)
    return option ? option.run(value, reading) : wrong(reading, undefined, [by])
  })

export function json() {
  const any: Schema = new Schema((value, reading) => kinds.run(value, reading))
  const kinds = union([string(), number(), boolean(), literal(null), array(any), record(string(), any)])
  return any
}

export { inTurn as codec }
export const preprocess = (act: (value: never) => unknown, then: Schema) => inTurn(transform(act), then)

export const decode = (schema: Schema, value: unknown) => dataOf(schema.read(value))
export const encode = (schema: Schema, value: unknown) => dataOf(schema.read(value, true))
export const safeDecode = (schema: Schema, value: unknown) => schema.read(value)
