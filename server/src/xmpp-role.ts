import { createIntake } from './contexts/ordering/intake/intake.ts'
import { startXmpp } from './partner-api/xmpp/xmpp.ts'
import type { Services } from './services.ts'
import { atMost, shutdownMs } from './shutdown.ts'

/** The XMPP role: the platform's accounts at an XMPP server; does nothing if none is configured. */
export async function startXmppRole(parts: Services, databaseUrl: string) {
  const { xmpp } = parts.config
  if (xmpp === null) return { stop: () => Promise.resolve() }
  const channel = await startXmpp({ ...parts, intake: createIntake(parts), xmpp, databaseUrl })
  return { stop: () => atMost(shutdownMs, channel.stop()) }
}
