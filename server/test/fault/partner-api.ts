import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A stable URL in front of a Lapak that is killed and restarted at another URL, as behind a load balancer. */
export interface ReverseProxy {
  readonly url: string
  leadTo(url: string): void
  close(): Promise<void>
}

export async function startReverseProxy(): Promise<ReverseProxy> {
  let behind: { host: string; port: number } | null = null
  const sockets = new Set<Socket>()
  const server = createServer((outside) => {
    // No Lapak is running behind the proxy at the moment.
    if (behind === null) return void outside.destroy()
    const inside = connect(behind)
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      const { hostname, port } = new URL(url)
      behind = { host: hostname, port: Number(port) }
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}
