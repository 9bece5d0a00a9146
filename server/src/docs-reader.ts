import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyApiReferenceOptions } from '@scalar/fastify-api-reference'

export interface Reader {
  /** HTML that loads the script from `js/scalar.js` beside it. */
  page: string
  /** Compressed by gzip. */
  script: Uint8Array
}

export type ReaderOptions = FastifyApiReferenceOptions['configuration']

/**
 * The reader of the API document, taken out of its package in a thread that ends: the package keeps its program of 4 MB twice in
 * memory, as what is parsed and as what is sent, 17 MB of every process that imports it. Compressed it is one.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const thread = new Worker(new URL('./docs-reader-thread.ts', import.meta.url), { workerData: options })
  const [reader]: Reader[] = await once(thread, 'message')
  if (reader === undefined) throw new Error('the thread that reads the reader of the API document told nothing')
  return reader
}
