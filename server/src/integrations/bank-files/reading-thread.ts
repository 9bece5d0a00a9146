import { parentPort, workerData } from 'node:worker_threads'
import { BankFileError } from './bank-file.ts'
import type { ReadRequest, ReadResult } from './read-apart.ts'
import { readBankFile } from './read-bank-file.ts'

/** The worker thread of `readBankFileApart`. Errors lose their class between threads, so a problem is returned as data. */
function read({ bytes, expected }: ReadRequest): ReadResult {
  try {
    return { file: readBankFile(bytes, expected) }
  } catch (error) {
    if (error instanceof BankFileError) return { problem: error.problem }
    throw error
  }
}

parentPort?.postMessage(read(workerData as ReadRequest))
