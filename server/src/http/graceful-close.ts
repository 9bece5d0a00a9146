import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * How an HTTP server stops behind a proxy without failing a request. A proxy sends requests on connections that it kept open; one that is closed just
 * then fails a request that the proxy may not repeat. So the server first says with each answer that it closes this connection, while proxies that
 * check `/readyz` leave; only then does it stop listening, and last of all it closes what is still silent.
 */

/** From now on each answer asks the client to use another connection for its next request. */
export function closeAfterAnswers(server: Server): void {
  // Before the listeners of Fastify and Socket.IO.
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
}

/**
 * Stops listening, and keeps open connections for `lingerMs`: a request may be on its way in them, also in those that the proxy has just opened. It is
 * answered as usual.
 */
export async function stopListening(server: Server, lingerMs: number): Promise<void> {
  // `close` of http.Server also ends every silent connection at once.
  NetServer.prototype.close.call(server)
  await pause(lingerMs)
}
