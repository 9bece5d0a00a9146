import { TextDecoder } from 'node:util'

/** Bytes per step: on a slow machine, a step takes about as long as work may run before it yields (`jobs/yielding.ts`). */
const chunkSize = 32 * 1024

/**
 * Decodes a file of a bank (UTF-8 or Windows-1252) or of a spreadsheet (UTF-16 with a byte order mark). The generator yields wherever the work may
 * pause. It returns parts that end with whole characters, since creating one text of 4 MB would block other work for too long.
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
  for (let at = 0; at < bytes.length; at += chunkSize) {
    parts.push(decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true }))
    yield
  }
  parts.push(decoder.decode())
  return parts
}

/** Decodes the file without pauses and returns one text. */
export function textOf(bytes: Uint8Array): string {
  const work = textReading(bytes)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.join('')
}
