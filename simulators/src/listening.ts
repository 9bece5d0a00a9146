/** What both simulators need from `node:http`: start on a port, vanish, come back, answer. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  readonly url: string
  /** Refuses connections, as a server whose machine is off; running requests are cut. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function listen(listener: RequestListener, host: string, wantedPort: number): Promise<Listening> {
  // Long, so that the marketplace decides when an idle connection ends and benchmarks see no resets.
  const server = createServer({ keepAliveTimeout: 75_000 }, listener)
  const open = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  await open(wantedPort)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    goDown: () => (server.listening ? shut() : Promise.resolve()),
    comeUp: () => (server.listening ? Promise.resolve() : open(port)),
    close: () => (server.listening ? shut() : Promise.resolve()),
  }
}

export function answer(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export function answerJson(response: ServerResponse, value: unknown): void {
  answer(response, 200, JSON.stringify(value), 'application/json')
}

export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) }
}
