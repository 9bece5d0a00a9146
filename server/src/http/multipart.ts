import fastifyMultipart from '@fastify/multipart'
import type { CallShape } from '@lapak/contract/shared/call'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { uploadMaxMegabytes } from '@lapak/contract/system/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTurns } from '#jobs/yielding.ts'
import { Refusal } from './refusal.ts'

/** Forms with a file. The body is not read before the file is requested. */
export async function acceptFiles(app: FastifyInstance) {
  await app.register(fastifyMultipart, {
    limits: {
      fileSize: uploadMaxMegabytes * 1024 * 1024,
      files: 1,
      fields: 10,
      fieldSize: 1000,
      fieldNameSize: 100,
      headerPairs: 50,
      parts: 11,
    },
  })
}

type FileKind = NonNullable<CallShape['file']>

/** Refusal codes by the requested type of file. */
const words: Record<FileKind, { none: RefusalCode; tooLarge: RefusalCode }> = {
  picture: { none: 'upload.none', tooLarge: 'upload.too_large' },
  csv: { none: 'statement.no_file', tooLarge: 'statement.file_too_large' },
}

/** The bytes of the form's single file, in the field `file`. */
export async function fileOf(request: FastifyRequest, kind: FileKind): Promise<Buffer> {
  const { none, tooLarge } = words[kind]
  if (!request.isMultipart()) throw new Refusal(none)
  let found: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      // Not with the library's `toBuffer`, which joins all chunks in one step.
      const chunks: Uint8Array[] = []
      for await (const chunk of part.file) chunks.push(chunk)
      if (part.file.truncated) throw new Refusal(tooLarge, { megabytes: uploadMaxMegabytes })
      if (part.fieldname === 'file') found = await inTurns(joining(chunks))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : asRefusal(codeOf(error), tooLarge)
  }
  if (found === null || found.length === 0) throw new Refusal(none)
  return found
}

/** Joins the chunks. First use of allocated memory is slow (20 to 70 ms for 4 MB), so other requests are processed between the chunks. */
function* joining(chunks: readonly Uint8Array[]): Generator<void, Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
    yield
  }
  return whole
}

/** A truncated or malformed body is an error of the client, like the other errors in this function. */
function asRefusal(code: string, tooLarge: RefusalCode): Refusal {
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(tooLarge, { megabytes: uploadMaxMegabytes })
  if (code === 'FST_FILES_LIMIT') return new Refusal('input.invalid', {}, { errors: { file: 'Kirim satu file saja' } })
  return new Refusal('input.invalid', {}, { errors: { file: 'Formulir tidak terbaca' } })
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
