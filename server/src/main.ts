import type { Role } from './app.ts'
import { prepareDatabase } from './database.ts'
import { runLapak } from './run-lapak.ts'
import { ConfigError, readConfig } from './shared/config.ts'
import { armCrashPoints } from './shared/crash-points.ts'

/**
 * `node server/src/main.ts [http] [worker] [xmpp]`: one program, all roles by default. Production starts it like this, with its own PostgreSQL
 * (DATABASE_URL); `npm start` is for a machine without PostgreSQL.
 */
const known: readonly Role[] = ['http', 'worker', 'xmpp']

/** Maximum time for stopping after the delay that proxies get. A supervisor kills a process that takes too long to stop. Being killed is safe, so waiting longer is useless. */
const stopMaxMs = 8000
/** A signal that is repeated after this time ends the process at once. */
const againMs = 1000

async function main() {
  const asked = process.argv.slice(2)
  const unknown = asked.find((role) => !known.includes(role as Role))
  if (unknown !== undefined) throw new ConfigError(`unknown role ${unknown}; roles are ${known.join(', ')}`)
  const config = readConfig()
  const { databaseUrl, databaseOwnerUrl } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set; `npm start` brings its own database')
  if (asked.includes('xmpp') && config.xmpp === null) throw new ConfigError('the role xmpp needs XMPP_URL and XMPP_ACCOUNTS')
  if (config.faultPoints) armCrashPoints(config.faultAt)
  await prepareDatabase({ databaseUrl, databaseOwnerUrl })
  const lapak = await runLapak({ config, databaseUrl, roles: asked.length === 0 ? known : (asked as Role[]) })
  process.stdout.write(`${JSON.stringify({ ready: true, address: lapak.address })}\n`)
  let askedAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // Whoever asks twice does not want to wait. A service manager or Ctrl-C asks npm as well, which passes it on at once.
      if (askedAt !== null) return performance.now() - askedAt > againMs ? process.exit(1) : undefined
      askedAt = performance.now()
      setTimeout(() => process.exit(0), config.shutdownDelayMs + stopMaxMs).unref()
      void lapak.stop(config.shutdownDelayMs).then(() => process.exit(0), refuse)
    })
}

function refuse(error: unknown) {
  process.stderr.write(`Lapak ends: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

main().catch(refuse)
