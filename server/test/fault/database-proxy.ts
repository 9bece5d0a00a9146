import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before PostgreSQL, which a test can cut off, so that the server itself goes on for others. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Breaks all connections and refuses new ones for this time. */
  cutOff(ms: number): Promise<void>
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCutOff = false

  const server = createServer((client) => {
    if (isCutOff) return void client.resetAndDestroy()
    const upstream = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('close', () => {
      sockets.delete(client)
      upstream.destroy()
    })
    upstream.on('close', () => {
      sockets.delete(upstream)
      client.destroy()
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    async cutOff(ms) {
      isCutOff = true
      breakAll()
      await new Promise((resolve) => setTimeout(resolve, ms))
      isCutOff = false
    },
    async close() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
