import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Reader } from './docs-reader.ts'

/** Reads the files of the package once, from a server that does not listen. */
const server = fastify()
await server.register(scalar, { routePrefix: '/docs', configuration: workerData })
const [page, script] = await Promise.all([server.inject('/docs/'), server.inject('/docs/js/scalar.js')])
const reader: Reader = { page: page.body, script: gzipSync(script.rawPayload) }
parentPort?.postMessage(reader)
