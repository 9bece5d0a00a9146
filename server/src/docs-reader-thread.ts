import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Reader } from './docs-reader.ts'

/** What the package would serve, asked once of a server of its own that listens nowhere. */
const server = fastify()
await server.register(scalar, { routePrefix: '/docs', configuration: workerData })
const [page, script] = await Promise.all([server.inject('/docs/'), server.inject('/docs/js/scalar.js')])
const reader: Reader = { page: page.body, script: gzipSync(script.rawPayload) }
parentPort?.postMessage(reader)
