/** Connections of the channel that have not signed on: each has a moment for it, and one network has few of them at once. */
export interface Strangers<Connection> {
  /** A connection begins, or belongs to nobody any more. Ended at once where its network has too many already. */
  met(connection: Connection, network: string): void
  /** It belongs to a member, or is gone. */
  known(connection: Connection): void
}

const strangersMax = 50
export const signOnMs = 10_000

export function watchStrangers<Connection>(end: (connection: Connection) => void, shutdownMs = signOnMs): Strangers<Connection> {
  const waiting = new Map<Connection, { network: string; timer: NodeJS.Timeout }>()
  const ofNetwork = new Map<string, number>()

  function known(connection: Connection) {
    const stranger = waiting.get(connection)
    if (stranger === undefined) return
    clearTimeout(stranger.timer)
    waiting.delete(connection)
    const left = (ofNetwork.get(stranger.network) ?? 1) - 1
    if (left === 0) ofNetwork.delete(stranger.network)
    else ofNetwork.set(stranger.network, left)
  }

  return {
    met(connection, network) {
      if (waiting.has(connection)) return
      const others = ofNetwork.get(network) ?? 0
      if (others >= strangersMax) return end(connection)
      ofNetwork.set(network, others + 1)
      waiting.set(connection, { network, timer: setTimeout(() => end(connection), shutdownMs) })
    },
    known,
  }
}
