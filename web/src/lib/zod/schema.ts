export interface Issue {
  path: PropertyKey[]
  message: string
  /** Whether no further checks apply after this issue, because the value has the wrong type. */
  final?: boolean
}

/** The state of parsing one value. */
export interface Reading {
  /** The issues found so far. */
  issues: Issue[]
  /** Whether the value is encoded (from the decoded form to the wire format) instead of decoded. */
  back: boolean
  /** Whether parsing was aborted. */
  ended?: boolean
}

export type Params = string | { error?: string; message?: string; path?: PropertyKey[]; abort?: boolean }
export type Read = { success: true; data: unknown; error?: undefined } | { success: false; error: ReadingError; data?: undefined }

type Own = (value: unknown, reading: Reading) => unknown
/** Checks a value of the right type and returns it, possibly transformed. */
type Check = (value: never, say: (message?: string, path?: PropertyKey[], final?: boolean) => void) => unknown
type Sized = string | unknown[] | number | bigint

interface Absence {
  /** Whether zod accepts a missing value: because the field is optional, or because it has a default. */
  absent?: 'optional' | 'defaulted' | undefined
  /** Whether the parsed value may be undefined, so that the field is left out of the result. */
  vanishes?: boolean
}

export const messageOf = (params: Params | undefined): string | undefined =>
  typeof params === 'object' ? (params.error ?? params.message) : params

/** Whether parsing has ended early. Then no further checks run, and a union does not use the issues of this option as its error. */
export const hasEnded = ({ issues, ended = false }: Reading): boolean => ended || issues.some(({ final }) => final)

export function wrong({ issues }: Reading, message = 'Invalid input', path: PropertyKey[] = []): undefined {
  issues.push({ path, message, final: true })
}

/** The length of a string in code points, as zod counts. */
const sizeOf = (value: Sized) => (typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : value)

export class ReadingError extends Error {
  readonly issues: Issue[]
  constructor(issues: Issue[]) {
    super(JSON.stringify(issues))
    this.issues = issues
  }
}

export function dataOf({ data, error }: Read): unknown {
  if (error) throw error
  return data
}

export class Schema {
  readonly own: Own
  readonly absent: Absence['absent']
  readonly vanishes: boolean
  private checks: readonly Check[] = []

  constructor(own: Own, { absent, vanishes = false }: Absence = {}) {
    this.own = own
    this.absent = absent
    this.vanishes = vanishes
  }

  run(value: unknown, reading: Reading): unknown {
    let read = this.own(value, reading)
    for (const check of reading.back ? [] : this.checks) {
      if (hasEnded(reading)) break
      read = check(read as never, (message = 'Invalid input', path = [], final) => reading.issues.push({ path, message, final }))
    }
    return read
  }

  read(value: unknown, back = false): Read {
    const issues: Issue[] = []
    const data = this.run(value, { issues, back })
    return issues.length === 0 ? { success: true, data } : { success: false, error: new ReadingError(issues) }
  }
  safeParse(value: unknown): Read {
    return this.read(value)
  }
  parse(value: unknown): unknown {
    return dataOf(this.read(value))
  }

  check(check: Check): this {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(this)), this)
    copy.checks = [...this.checks, check]
    return copy
  }
  refine(holds: (value: never) => unknown, params?: Params) {
    const { path, abort } = typeof params === 'object' ? params : {}
    return this.check((value, say) => {
      if (!holds(value)) say(messageOf(params), path, abort)
      return value
    })
  }
  min(least: number | bigint, params?: Params) {
    return this.refine((value: Sized) => sizeOf(value) >= least, params)
  }
  max(most: number | bigint, params?: Params) {
    return this.refine((value: Sized) => sizeOf(value) <= most, params)
  }
  length(exactly: number, params?: Params) {
    return this.refine((value: Sized) => sizeOf(value) === exactly, params)
  }
  regex(pattern: RegExp, params?: Params) {
    return this.refine((text: string) => pattern.test(text), params)
  }
  url(params?: Params & { protocol?: RegExp }) {
    return this.trim().refine(
      (text: string) => URL.canParse(text) && (params?.protocol?.test(new URL(text).protocol.slice(0, -1)) ?? true),
      params,
    )
  }
  int(params?: Params) {
    return this.check((value, say) => {
      if (!Number.isSafeInteger(value)) say(messageOf(params), [], true)
      return value
    })
  }
  overwrite(act: (value: never) => unknown) {
    return this.check(act)
  }
  trim() {
    return this.check((text: string) => text.trim())
  }
  toLowerCase() {
    return this.check((text: string) => text.toLowerCase())
  }
  toUpperCase() {
    return this.check((text: string) => text.toUpperCase())
  }
  describe() {
    return this
  }

  optional() {
    return new Schema(
      (value, reading) => {
        if (value !== undefined) return this.run(value, reading)
        return this.absent === 'defaulted' ? this.read(value, reading.back).data : undefined
      },
      { absent: this.absent ?? 'optional', vanishes: true },
    )
  }
  nullable() {
    return new Schema((value, reading) => (value === null ? null : this.run(value, reading)), this)
  }
  nullish() {
    return this.nullable().optional()
  }
  default(instead: unknown) {
    const own: Own = (value, reading) => {
      if (reading.back) return this.run(value, reading)
      return value === undefined ? instead : (this.run(value, reading) ?? instead)
    }
    return new Schema(own, { absent: 'defaulted' })
  }
  transform(act: (value: never, context: Adding) => unknown) {
    return this.pipe(transform(act))
  }
  pipe(next: Schema) {
    return inTurn(this, next)
  }
}

interface Adding {
  addIssue(issue: { message: string; path?: PropertyKey[] }): void
}

export const transform = (act: (value: never, context: Adding) => unknown) =>
  new Schema(
    (value, { issues, back }) => {
      if (back) throw new Error('this cannot be written back')
      return act(value as never, { addIssue: ({ message, path = [] }) => issues.push({ message, path, final: true }) })
    },
    { absent: 'optional' },
  )

/** Parses with two schemas one after the other; the second schema runs only if the first found no issue. */
export const inTurn = (first: Schema, second: Schema, between?: { decode(value: never): unknown; encode(value: never): unknown }) =>
  new Schema(
    (value, reading) => {
      const [from, to, act] = reading.back ? [second, first, between?.encode] : [first, second, between?.decode]
      const read = from.run(value, reading)
      reading.ended = reading.issues.length > 0
      if (reading.ended) return undefined
      return to.run(act ? act(read as never) : read, reading)
    },
    { absent: first.absent, vanishes: second.vanishes },
  )
