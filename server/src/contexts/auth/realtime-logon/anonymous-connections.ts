/** Connections that have not signed on yet: their time is limited, and so is their number per network. */
export interface AnonymousConnections<Connection> {
  /** Called when a connection opens or is signed off. Closes it at once if its network already has too many connections that have not signed on. */
  met(connection: Connection, network: string): void
  /** Called when the connection has signed on or is closed. */
  known(connection: Connection): void
}

const anonymousMax = 50
export const signOnMs = 10_000

export function limitAnonymousConnections<Connection>(
  end: (connection: Connection) => void,
  timeoutMs = signOnMs,
): AnonymousConnections<Connection> {
  const waiting = new Map<Connection, { network: string; timer: NodeJS.Timeout }>()
  const ofNetwork = new Map<string, number>()

  function known(connection: Connection) {
    const anonymous = waiting.get(connection)
    if (anonymous === undefined) return
    clearTimeout(anonymous.timer)
    waiting.delete(connection)
    const left = (ofNetwork.get(anonymous.network) ?? 1) - 1
    if (left === 0) ofNetwork.delete(anonymous.network)
    else ofNetwork.set(anonymous.network, left)
  }

  return {
    met(connection, network) {
      if (waiting.has(connection)) return
      const others = ofNetwork.get(network) ?? 0
      if (others >= anonymousMax) return end(connection)
      ofNetwork.set(network, others + 1)
      waiting.set(connection, { network, timer: setTimeout(() => end(connection), timeoutMs) })
    },
    known,
  }
}
