import { TextDecoder } from 'node:util'

/** Bytes that are read at a time: on a slow machine they take about a turn (`jobs/yielding.ts`). */
const portion = 32 * 1024

/**
 * Banks write UTF-8 or what Windows wrote before it; spreadsheets add UTF-16 with its mark. Pauses wherever it yields. In parts that end with whole
 * characters, since making one text of 4 MB takes longer than everybody else should wait.
 */
export function* textReading(bytes: Uint8Array): Generator<void, string[]> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return yield* decoding(bytes, new TextDecoder('utf-16le'))
  if (first === 0xfe && second === 0xff) return yield* decoding(bytes, new TextDecoder('utf-16be'))
  try {
    return yield* decoding(bytes, new TextDecoder('utf-8', { fatal: true }))
  } catch {
    return yield* decoding(bytes, new TextDecoder('windows-1252'))
  }
}

function* decoding(bytes: Uint8Array, decoder: TextDecoder): Generator<void, string[]> {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += portion) {
    parts.push(decoder.decode(bytes.subarray(at, at + portion), { stream: true }))
    yield
  }
  parts.push(decoder.decode())
  return parts
}

/** The same without a pause, as one text. */
export function textOf(bytes: Uint8Array): string {
  const work = textReading(bytes)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.join('')
}
