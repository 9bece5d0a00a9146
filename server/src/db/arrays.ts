/**
 * Arrays as query parameters in PostgreSQL's binary format. In text format, which the driver uses by default, parsing costs PostgreSQL four times as
 * much, and serialising costs more too. The element type is part of the format; PostgreSQL refuses an array of another type than the parameter's.
 */
const elements = { bool: 16, int8: 20, int2: 21, int4: 23, text: 25, timestamptz: 1184 }

type Maybe<Value> = Value | null | undefined

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

export const bigints = (values: readonly Maybe<bigint>[]): Buffer =>
  fixed(values, elements.int8, 8, (buffer, value, at) => buffer.writeBigInt64BE(value, at))

/** Microseconds since the year 2000. */
export const timestamps = (values: readonly Maybe<Date>[]): Buffer =>
  fixed(values, elements.timestamptz, 8, (buffer, value, at) => buffer.writeBigInt64BE((BigInt(value.getTime()) - year2000) * 1000n, at))

const year2000 = BigInt(Date.UTC(2000, 0, 1))

export const integers = (values: readonly Maybe<number>[]): Buffer =>
  fixed(values, elements.int4, 4, (buffer, value, at) => buffer.writeInt32BE(whole(value), at))

export const smallints = (values: readonly Maybe<number>[]): Buffer =>
  fixed(values, elements.int2, 2, (buffer, value, at) => buffer.writeInt16BE(whole(value), at))

/** Node truncates fractions and writes NaN as 0, so both kinds of values are refused here. */
function whole(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return value
}

export const booleans = (values: readonly Maybe<boolean>[]): Buffer =>
  fixed(values, elements.bool, 1, (buffer, value, at) => buffer.writeUInt8(Number(value), at))

export function texts(values: readonly Maybe<string>[]): Buffer {
  const sizes = values.map((value) => (isMissing(value) ? 0 : Buffer.byteLength(value)))
  const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, headBytes))
  let at = writeHead(buffer, elements.text, values)
  values.forEach((value, index) => {
    const size = sizes[index] ?? 0
    at = buffer.writeInt32BE(isMissing(value) ? -1 : size, at)
    if (!isMissing(value)) at += buffer.write(value, at)
  })
  return cut(buffer, at)
}

function fixed<Value>(
  values: readonly Maybe<Value>[],
  type: number,
  size: number,
  write: (buffer: Buffer, value: Value, at: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + values.length * (4 + size))
  let at = writeHead(buffer, type, values)
  for (const value of values) {
    at = buffer.writeInt32BE(isMissing(value) ? -1 : size, at)
    if (isMissing(value)) continue
    write(buffer, value, at)
    at += size
  }
  return cut(buffer, at)
}

const headBytes = 20

/** Header: number of dimensions, null flag, element type; for the one dimension its length and lower bound. */
function writeHead(buffer: Buffer, type: number, values: readonly unknown[]): number {
  const empty = values.length === 0
  buffer.writeInt32BE(empty ? 0 : 1, 0)
  buffer.writeInt32BE(values.some(isMissing) ? 1 : 0, 4)
  buffer.writeInt32BE(type, 8)
  if (empty) return 12
  buffer.writeInt32BE(values.length, 12)
  return buffer.writeInt32BE(1, 16)
}

/** Cuts off the space that was reserved for null elements. */
const cut = (buffer: Buffer, used: number): Buffer => buffer.subarray(0, used)

/** Elements of an array in PostgreSQL's text format, for elements that need no quotes: numbers, single words or NULL. */
export function plainElements(text: string | null): string[] | null {
  if (text === null) return null
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}
