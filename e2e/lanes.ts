/*
 * Vitest's global setup for the walks. Files run side by side in lanes, and the files of a lane one after the other in the
 * same Lapak, which starts when the first of them asks for it. So no walk meets another one's while both are under way.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type OwnLapak, startLapak } from './lapak.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `GET <lanes>/<number of the lane>` answers with its Lapak's RunInfo. */
    lanes: string
  }
}

/** New members are said to come from addresses of their own (new-member.ts), as people do. */
const settings = { TRUST_PROXY: '127.0.0.1' }

export default async function setUp(project: TestProject) {
  const lanes = new Map<string, Promise<OwnLapak>>()
  const laneOf = (name: string) => {
    const lapak = lanes.get(name) ?? startLapak(settings)
    lanes.set(name, lapak)
    return lapak
  }
  const server = createServer((request, response) => {
    laneOf(request.url ?? '').then(
      ({ info }) => response.end(JSON.stringify(info)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  project.provide('lanes', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await Promise.all([...lanes.values()].map((lapak) => lapak.then(({ stop }) => stop()).catch(() => undefined)))
  }
}
