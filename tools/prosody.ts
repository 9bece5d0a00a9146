/*
 * Starts Prosody (Debian's XMPP server) as a child process, for the demo and for tests. It has the settings of a server that runs next to Lapak: TLS
 * only, with an archive, without connections to other XMPP servers.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { endWithParent } from './end-with-parent.ts'
import { findOnPath } from './on-path.ts'

export interface Prosody {
  /** Value for the environment variable `XMPP_URL`. */
  url: string
  /** Port for clients that connect without TLS and then switch to TLS. */
  port: number
  /** Value for the environment variable `XMPP_CA`. */
  ca: string
  register(name: string, password: string): void
  /** Kills the server immediately, as a power failure would. */
  kill(): Promise<void>
  /** Starts the server again with the same data and ports. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface Ports {
  plain: number
  tls: number
}

export interface ProsodyOptions {
  folder: string
  /** The wanted ports, usually those of the previous run. If other processes use them, different ports are chosen. */
  ports?: Ports | undefined
  /** For how many seconds a client can resume a broken session. */
  hibernationSeconds?: number
  /** Features to switch off: the archive (mam) or acknowledgements (smacks). Real servers may lack them. */
  without?: readonly ('mam' | 'smacks')[]
  /** The number of iterations of the password hash, for the server and its clients. */
  iterations?: number
}

export const xmppDomain = 'localhost'
const host = '127.0.0.1'
const startsWithin = 60_000

export const findProsody = (): string | null => findOnPath(['prosody'], ['/usr/bin', '/usr/sbin'])

/** Resolves when Prosody accepts connections. */
export async function startProsody(options: ProsodyOptions): Promise<Prosody> {
  const program = findProsody()
  if (program === null) throw new Error('prosody is not installed')
  const { folder } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  makeCertificate(folder)
  const config = join(folder, 'prosody.cfg.lua')
  let ports = options.ports && (await areFree(options.ports)) ? options.ports : await freePorts()
  const launchAt = async (tries = 3): Promise<ChildProcess> => {
    await writeFile(config, configText(options, ports), { mode: 0o600 })
    try {
      return await launch(program, config, ports)
    } catch (error) {
      if (tries === 1) throw error
      ports = await freePorts()
      return launchAt(tries - 1)
    }
  }
  let child = await launchAt()

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill(signal)
    const maxWait = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(maxWait)
  }

  return {
    url: `xmpps://${host}:${ports.tls}`,
    port: ports.plain,
    ca: join(folder, 'certificate.pem'),
    register(name, password) {
      execFileSync('prosodyctl', ['--config', config, 'register', name, xmppDomain, password], { stdio: ['ignore', 'ignore', 'pipe'] })
    },
    kill: () => end('SIGKILL'),
    async start() {
      child = await launch(program, config, ports)
    },
    stop: () => end('SIGTERM'),
  }
}

/**
 * Resolves when Prosody reports that it listens on both ports. Prosody would continue without a port that another process uses; in this case the
 * launch fails. It runs detached, so that Ctrl-C does not reach it: Lapak must stop first.
 */
async function launch(program: string, config: string, ports: Ports): Promise<ChildProcess> {
  const child = spawn(program, ['--config', config, '-F'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const has = (port: number) => output.includes(`on [${host}]:${port}`)
  try {
    await new Promise<void>((done, failed) => {
      const fail = (why: string) => failed(new Error(`prosody did not start: ${why}: ${output.trim()}`))
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output = `${output}${chunk}`.slice(-8_000)
          if (/Failed to open server port/.test(output)) fail('somebody else has its port')
          else if (has(ports.plain) && has(ports.tls)) done()
        })
      child.once('error', (error) => fail(error.message))
      child.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`))
      setTimeout(() => fail(`it was not up within ${startsWithin / 1000} s`), startsWithin).unref()
    })
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  if (child.pid !== undefined) child.once('exit', endWithParent(child.pid))
  return child
}

/** Creates a self-signed certificate. A client that trusts it trusts only this server. */
export function makeCertificate(folder: string, domains: readonly string[] = [xmppDomain]): { key: string; certificate: string } {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  if (spawnSync('openssl', ['x509', '-checkend', '604800', '-noout', '-in', certificate]).status === 0) return { key, certificate }
  const names = ['-subj', `/CN=${xmppDomain}`, '-addext', `subjectAltName=${domains.map((domain) => `DNS:${domain}`).join(',')}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3650']
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: ['ignore', 'ignore', 'pipe'] })
  return { key, certificate }
}

/**
 * The configuration file. `run_as_root` is for containers without another user. Rate limits are off, because the platform's own accounts send many
 * messages.
 */
function configText(
  { folder, hibernationSeconds = 600, without = [], iterations = 10_000 }: ProsodyOptions,
  { plain, tls }: Ports,
): string {
  const quoted = (text: string) => JSON.stringify(text)
  const optional = (['smacks', 'mam'] as const).filter((name) => !without.includes(name))
  const modules = ['roster', 'saslauth', 'tls', 'disco', 'ping', 'offline', 'posix', ...optional]
  return `
data_path = ${quoted(join(folder, 'data'))}
pidfile = ${quoted(join(folder, 'prosody.pid'))}
log = { info = ${quoted(join(folder, 'prosody.log'))}; { levels = { min = "info" }, to = "console" } }
run_as_root = ${process.getuid?.() === 0}
interfaces = { "${host}" }
c2s_ports = { ${plain} }
c2s_direct_tls_ports = { ${tls} }
s2s_ports = {}
modules_enabled = { ${modules.map(quoted).join(', ')} }
modules_disabled = { "s2s" }
authentication = "internal_hashed"
default_iteration_count = ${iterations}
storage = "internal"
c2s_require_encryption = true
archive_expires_after = "4w"
smacks_hibernation_time = ${hibernationSeconds}
ssl = { key = ${quoted(join(folder, 'key.pem'))}, certificate = ${quoted(join(folder, 'certificate.pem'))} }
VirtualHost "${xmppDomain}"
`.trimStart()
}

const areFree = async ({ plain, tls }: Ports) => (await isFree(plain)) && (await isFree(tls))

const freePorts = async (): Promise<Ports> => ({ plain: await freePort(), tls: await freePort() })

/** Finds a free port, because Prosody cannot choose one. If another process takes the port before Prosody starts, the launch fails. */
function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, host, () => probe.close(() => done(true)))
  })
}
