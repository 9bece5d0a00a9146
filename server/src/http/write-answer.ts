import { z } from 'zod'

/** Characters per piece; between two pieces other requests are processed. */
const pieceLength = 16_384

/**
 * Serialises an encoded answer in pieces. A list of ten thousand rows takes some hundred milliseconds, so lists are written row by row and other
 * requests are processed between rows. Other values are written as a whole.
 */
export function* writeInPieces(schema: z.ZodType, data: unknown): Generator<void, string[]> {
  const pieces: string[] = []
  let piece = ''
  for (const text of written(schema, data)) {
    piece += text
    yield
    if (piece.length < pieceLength) continue
    pieces.push(piece)
    piece = ''
  }
  pieces.push(piece)
  return pieces
}

function* written(schema: z.ZodType, data: unknown): Generator<string> {
  if (schema instanceof z.ZodNullable && data !== null) yield* written(schema.unwrap() as z.ZodType, data)
  else if (isPlain(schema) && schema instanceof z.ZodArray && Array.isArray(data)) yield* rowsOf(schema.element as z.ZodType, data)
  else if (isPlain(schema) && schema instanceof z.ZodObject && holdsList(schema)) yield* fieldsOf(schema, data as Record<string, unknown>)
  else yield JSON.stringify(z.encode(schema, data as never)) ?? 'null'
}

function* rowsOf(element: z.ZodType, rows: readonly unknown[]): Generator<string> {
  let before = '['
  for (const row of rows) {
    yield before
    yield* written(element, row)
    before = ','
  }
  yield rows.length === 0 ? '[]' : ']'
}

function* fieldsOf(schema: z.ZodObject, data: Record<string, unknown>): Generator<string> {
  let before = '{'
  for (const [name, shape] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    if (data[name] === undefined && shape.safeEncode(undefined as never).success) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* written(shape, data[name])
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** True if the schema has no checks or transformations of the whole value, so that the parts of the value can be written separately. */
const isPlain = (schema: z.ZodType): boolean => (schema._zod.def.checks ?? []).length === 0

const known = new WeakMap<z.ZodType, boolean>()

/** True when the schema contains a list, so that the answer may be long. */
export function holdsList(schema: z.ZodType): boolean {
  const found = known.get(schema)
  if (found !== undefined) return found
  const holds =
    schema instanceof z.ZodArray ||
    (schema instanceof z.ZodNullable && holdsList(schema.unwrap() as z.ZodType)) ||
    (schema instanceof z.ZodObject && Object.values(schema.shape).some((part) => holdsList(part as z.ZodType)))
  known.set(schema, holds)
  return holds
}
