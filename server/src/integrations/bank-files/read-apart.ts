import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type BankFile, BankFileError, type Problem } from './bank-file.ts'
import type { Expected } from './read-bank-file.ts'

export interface ReadRequest {
  bytes: Uint8Array
  expected: Expected
}

export type ReadResult = { file: BankFile } | { problem: Problem }

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `readBankFile` in a worker thread, because orders must not wait while thousands of rows are matched against patterns. Files are read one after
 * the other, so that many concurrent uploads do not need more memory than one upload.
 */
export function readBankFileApart(bytes: Uint8Array, expected: Expected): Promise<BankFile> {
  const file = last.then(() => readInThread({ bytes, expected }))
  last = file.catch(() => undefined)
  return file
}

const memoryMb = 512

async function readInThread(asked: ReadRequest): Promise<BankFile> {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const [result]: ReadResult[] = await once(thread, 'message')
  if (result === undefined) throw new Error('the bank file thread returned no result')
  if ('problem' in result) throw new BankFileError(result.problem)
  return result.file
}
