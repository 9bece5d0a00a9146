/** Functions that the simulators share, over `node:http`: listen on a port, go down, come up again, answer. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Listening {
  readonly url: string
  /** Refuses connections like a server that is switched off, and cuts running requests. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

/** Maximum milliseconds for which another process may use the port when a server comes up again. */
const maxWaitMs = 10_000

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/** `wantedPort` is the port of the previous run. If another process uses it, a free port is chosen. */
export async function listen(listener: RequestListener, host: string, wantedPort = 0): Promise<Listening> {
  // Keep-alive is long, so that the marketplace decides when an idle connection ends, and benchmarks do not see connection resets.
  const server = createServer({ keepAliveTimeout: 75_000 }, listener)
  const open = (port: number) =>
    new Promise<void>((resolve, reject) => {
      const failed = (error: Error) => {
        server.off('listening', listening)
        reject(error)
      }
      const listening = () => {
        server.off('error', failed)
        resolve()
      }
      server.once('error', failed).once('listening', listening).listen(port, host)
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  /** Listens on the same port as before, because other processes have stored the URL. */
  async function comeUp(port: number): Promise<void> {
    for (const until = Date.now() + maxWaitMs; ; ) {
      try {
        return await open(port)
      } catch (error) {
        if (!isTaken(error) || Date.now() > until) throw error
        await pause(50)
      }
    }
  }

  await open(wantedPort).catch((error: unknown) => {
    if (!isTaken(error)) throw error
    return open(0)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    goDown: () => (server.listening ? shut() : Promise.resolve()),
    comeUp: () => (server.listening ? Promise.resolve() : comeUp(port)),
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
