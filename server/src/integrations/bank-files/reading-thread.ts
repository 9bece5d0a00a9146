import { parentPort, workerData } from 'node:worker_threads'
import { BankFileError } from './bank-file.ts'
import type { ReadRequest, ReadResult } from './read-apart.ts'
import { readBankFile } from './read-bank-file.ts'

/** What the thread of `readBankFileApart` does. Errors cross threads without their class, so a problem is told as it is. */
function read({ bytes, expected }: ReadRequest): ReadResult {
  try {
    return { file: readBankFile(bytes, expected) }
  } catch (error) {
    if (error instanceof BankFileError) return { problem: error.problem }
    throw error
  }
}

parentPort?.postMessage(read(workerData as ReadRequest))
