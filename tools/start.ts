/*
 * npm start: starts everything on this machine (database, migrations, web app, external systems of the demo, server and worker) and prints the URL.
 * Ctrl-C stops all of it in reverse order. If the start fails, the error is printed as one line.
 */
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type RunInfo, removeRunInfo, writeRunInfo } from '../server/src/commands/run-info.ts'
import { type DatabaseAddresses, prepareDatabase } from '../server/src/database.ts'
import { DatabaseError } from '../server/src/db/database-ready.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { loadDemo } from '../server/src/demo/load.ts'
import { DEMO_PASSWORD } from '../server/src/demo/people.ts'
import { runLapak } from '../server/src/run-lapak.ts'
import { type Config, ConfigError, readConfig } from '../server/src/shared/config.ts'
import { createLog } from '../server/src/shared/log.ts'
import { tradeOnce } from './demo-trade.ts'
import { type DemoWorld, startDemoWorld } from './demo-world.ts'
import { type DemoXmpp, startDemoXmpp } from './demo-xmpp.ts'
import { buildWeb } from './web-build.ts'

class StartError extends Error {}

const begun = performance.now()
/** Everything that was started, in this order. It is stopped in reverse order. */
const running: { name: string; stop(): Promise<void> }[] = []
let up = false
let asked = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal(signal))
// The program that reads the output may end before this process. Errors of the output are ignored for this case.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
// If npm is killed, the user could not stop this process any more, so it stops by itself.
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'start') setInterval(() => process.ppid !== parent && process.emit('SIGTERM'), 1000).unref()

try {
  await start()
} catch (error) {
  if (!asked) console.error(`Lapak cannot start: ${oneLine(error)}`)
  await end()
  process.exit(asked ? 0 : 1)
}

async function start() {
  const read = readConfig()
  await mkdir(read.dataDir, { recursive: true })
  await tryAddress(read)
  const log = createLog(read.logLevel)

  const [database] = await settled([openDatabase(read, log), step('web page', buildWeb())])
  const { databaseUrl } = database
  goOn()
  await step('migrations', prepareDatabase(database))
  goOn()
  const world = read.production ? null : await step('simulators', startWorld(read))
  goOn()
  const xmpp = read.production || read.xmpp ? null : await step('XMPP server', startXmpp(read))
  goOn()
  const config = {
    ...read,
    xmpp: xmpp ? { url: xmpp.url, ca: xmpp.ca, accounts: [xmpp.bot] } : read.xmpp,
    publicUrl: read.publicUrl || ownName(read),
    allowedHosts: [...read.allowedHosts, ...(world?.hosts ?? [])],
  }
  let isNew = false
  if (world) {
    const { secrets, suppliers, callbackUrl, moved } = world
    isNew = await step(
      'demo data',
      loadDemo({ ...database, config, log, secrets, suppliers, callbackUrl, relinkSuppliers: moved, buyerJid: xmpp?.buyer.jid ?? null }),
    )
  }
  goOn()
  const lapak = await step('server', runLapak({ config, databaseUrl, roles: ['http', 'worker', 'xmpp'] }))
  running.push({ name: 'server', stop: () => lapak.stop() })
  await world?.reportTo(lapak.address)
  const info = describe(config, { address: config.publicUrl || lapak.address, databaseUrl }, world, xmpp)
  await writeRunInfo(config.dataDir, info)
  running.push({ name: 'run.json', stop: () => removeRunInfo(config.dataDir) })
  goOn()
  up = true
  console.log(greeting(info))
  if (isNew) {
    tradeOnce({ address: lapak.address, client: info.client, ended: () => asked }).catch((error) => {
      if (!asked) console.error(`the demo's first trade ended early: ${oneLine(error)}`)
    })
  }
}

/** Fails at once if another process already uses the configured host and port. */
async function tryAddress({ host, port }: Config) {
  const trouble = await new Promise<string | null>((done) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => done(null)))
  })
  if (trouble === 'EADDRINUSE') throw new StartError(`port ${port} is in use; choose another one: PORT=${port + 1} npm start`)
  if (trouble === 'EACCES') throw new StartError(`port ${port} is for root only; choose another one: PORT=3000 npm start`)
  if (trouble) throw new StartError(`HOST ${host} cannot be used (${trouble})`)
}

/** The URL for users; empty with PORT=0, because it is known only once Lapak listens. */
function ownName({ host, port }: Config): string {
  return port === 0 ? '' : `http://${['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host}:${port}`
}

async function openDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir, backup }: Config,
  log: ReturnType<typeof createLog>,
): Promise<DatabaseAddresses> {
  if (databaseUrl) return { databaseUrl, databaseOwnerUrl }
  const postgres = await step('PostgreSQL', startEmbeddedPostgres({ dataDir, log, archiveSeconds: backup.target && backup.walSeconds }))
  running.push({ name: 'PostgreSQL', stop: () => postgres.stop() })
  return { databaseUrl: postgres.programUrl, databaseOwnerUrl: postgres.url }
}

async function startWorld(config: Config): Promise<DemoWorld> {
  const world = await startDemoWorld({
    dataDir: config.dataDir,
    onEnd: () => console.error('the simulators of the demo ended by themselves'),
  })
  running.push({ name: 'simulators', stop: () => world.stop() })
  return world
}

/** Starts the XMPP server. If this fails, everything else starts without it. */
async function startXmpp({ dataDir }: Config): Promise<DemoXmpp | null> {
  try {
    const xmpp = await startDemoXmpp(dataDir)
    if (xmpp) running.push({ name: 'Prosody', stop: () => xmpp.stop() })
    else console.log('Without Prosody there is no ordering by Jabber (Debian: apt-get install prosody)')
    return xmpp
  } catch (error) {
    console.error(`the XMPP server of the demo did not start, so there is no ordering by Jabber: ${oneLine(error)}`)
    return null
  }
}

function describe(
  config: Config,
  where: { address: string; databaseUrl: string },
  world: DemoWorld | null,
  xmpp: DemoXmpp | null,
): RunInfo {
  const info = { ...where, pid: process.pid, client: { id: config.clientId, secret: config.clientSecret } }
  if (!world) return info
  const account = (role: string, name: string) => ({ role, email: `${name}@lapak.test`, password: DEMO_PASSWORD })
  return {
    ...info,
    accounts: [account('buyer', 'pembeli'), account('seller', 'penjual'), account('admin', 'admin'), account('admin', 'kasir')],
    keys: world.secrets.keys,
    callback: { url: world.callbackUrl, secret: world.secrets.callbackSecret },
    suppliers: world.suppliers,
    ...(xmpp && { jabber: { bot: xmpp.bot.jid, ...xmpp.buyer, port: xmpp.port, ca: xmpp.ca } }),
  }
}

function greeting({ address, accounts = [], keys = [], jabber }: RunInfo): string {
  const [key] = keys
  const lines = [`Lapak runs at ${address} (${((performance.now() - begun) / 1000).toFixed(1)} s)`]
  if (accounts.length > 0) lines.push(`Sign in as ${accounts.map(({ email }) => email).join(', ')} with ${DEMO_PASSWORD}`)
  if (key) lines.push('Buy 5.000 of Telkomsel from a shell:', orderLine(address, key))
  if (key && jabber)
    lines.push(
      `Buy by Jabber as ${jabber.jid} with ${jabber.password}:`,
      `echo S.${key.secret} | go-sendxmpp -u ${jabber.jid} -p ${jabber.password} -j 127.0.0.1:${jabber.port} -n ${jabber.bot}`,
    )
  lines.push('Everything a program needs: npm run demo:info. Ctrl-C stops.')
  return `\n${lines.join('\n')}\n`
}

function orderLine(address: string, { apikey, secret }: { apikey: string; secret: string }): string {
  const sign = `node -e 'console.log(crypto.createHmac("sha256","${secret}").update(process.argv[1]).digest("hex"))' "$T.$B"`
  return [
    `T=$(date +%s) && B='{"productcode":"S5","target":"0812'"${'$'}{T#??}"'","reffclient":"CURL-'$T'"}' && curl -sS ${address}/h2h/v1/transactions`,
    `-H 'content-type: application/json' -H 'x-api-key: ${apikey}' -H "x-timestamp: $T" -H "x-signature: $(${sign})" -d "$B"`,
  ].join(' ')
}

/** Prints the name of a step that takes long. */
async function step<Result>(name: string, work: Promise<Result>): Promise<Result> {
  const since = performance.now()
  const wondering = setTimeout(() => console.log(`… ${name}`), 800)
  try {
    return await work
  } finally {
    clearTimeout(wondering)
    const took = performance.now() - since
    if (took > 2000) console.log(`  ${name} took ${(took / 1000).toFixed(1)} s`)
  }
}

/** Like Promise.all, but if one promise fails, it still waits for the others: everything that they start must be known before it is stopped. */
async function settled<Results extends unknown[]>(work: { [Index in keyof Results]: Promise<Results[Index]> }): Promise<Results> {
  await Promise.allSettled(work)
  return Promise.all(work) as Promise<Results>
}

function goOn() {
  if (asked) throw new StartError('stopped before it was up')
}

/** During the start, a signal takes effect after the current step; a second Ctrl-C ends the process at once. */
async function onSignal(signal: NodeJS.Signals) {
  if (asked) {
    if (signal === 'SIGINT') process.exit(130)
    return
  }
  asked = true
  console.log('\nLapak stops …')
  if (!up) return
  await end()
  process.exit(0)
}

async function end() {
  for (let last = running.pop(); last; last = running.pop()) {
    const { name, stop } = last
    await stop().catch((error: unknown) => console.error(`${name} did not stop cleanly: ${error instanceof Error ? error.message : error}`))
  }
}

function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  const known = [StartError, ConfigError, DatabaseError, EmbeddedPostgresError].some((kind) => error instanceof kind)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === '53100' || /no space left on device/i.test(error.message))
    return 'the disk is full; make room or set another DATA_DIR'
  if (code === 'EADDRINUSE') return `a port is in use (${error.message.replace(/^.*EADDRINUSE:?\s*/, '')}); set another PORT`
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code))
    return `no access to ${'path' in error ? error.path : 'a file'} (${code}); set another DATA_DIR`
  return known ? error.message : `${error.message} (set LOG_LEVEL=debug to see where)`
}
