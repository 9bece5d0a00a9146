import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyApiReferenceOptions } from '@scalar/fastify-api-reference'

export interface Reader {
  /** HTML that loads the script from the relative path `js/scalar.js`. */
  page: string
  /** Compressed with gzip. */
  script: Uint8Array
}

export type ReaderOptions = FastifyApiReferenceOptions['configuration']

/**
 * The reader of the API reference (Scalar), loaded from its package in a thread that ends afterwards: the package keeps its program of 4 MB twice in
 * memory, parsed and as sent, which takes 17 MB in every process that imports it. Compressed, the program takes 1 MB.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const thread = new Worker(new URL('./docs-reader-thread.ts', import.meta.url), { workerData: options })
  const [reader]: Reader[] = await once(thread, 'message')
  if (reader === undefined) throw new Error('the API document thread returned no result')
  return reader
}
