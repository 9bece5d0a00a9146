/*
 * Vitest's global setup for the walks. Files run side by side, each in a Lapak that nobody else has meanwhile: it is taken when a file
 * begins, started if none is free, and given back when the file ends. So no walk meets another one's while both are under way.
 * Vitest's own numbers of workers do not serve for that: the next file may begin under a number that is still in use.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { changeRule, type OwnLapak, startLapak } from './lapak.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `GET <lanes>/take` answers with the RunInfo of a free Lapak; `GET <lanes>/give/<its address>` gives it back. */
    lanes: string
  }
}

/** The demo's members sign in anew for each walk, more often than people in the hour that a slow machine takes. */
const signInsPerHour = 10_000

/** New members are said to come from addresses of their own (new-member.ts), as people do. */
const settings = { TRUST_PROXY: '127.0.0.1' }

export default async function setUp(project: TestProject) {
  const started: Promise<OwnLapak>[] = []
  const free: OwnLapak[] = []

  function start(): Promise<OwnLapak> {
    const lapak = startLapak(settings)
    // It is stopped at the end, whatever becomes of the rule.
    started.push(lapak)
    return lapak.then(async (up) => {
      await changeRule(up, 'access.signInsPerHour', signInsPerHour)
      return up
    })
  }

  async function giveBack(address: string) {
    for (const lapak of await Promise.all(started)) if (lapak.info.address === address) free.push(lapak)
  }

  const server = createServer((request, response) => {
    const [, verb, address = ''] = /^\/(take|give)\/?(.*)$/.exec(request.url ?? '') ?? []
    const answer = verb === 'give' ? giveBack(decodeURIComponent(address)) : Promise.resolve(free.pop() ?? start()).then(({ info }) => info)
    answer.then(
      (info) => response.end(JSON.stringify(info ?? null)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  project.provide('lanes', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await Promise.all(started.map((lapak) => lapak.then(({ stop }) => stop()).catch(() => undefined)))
  }
}
