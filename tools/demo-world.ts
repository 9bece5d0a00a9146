/*
 * The external systems of the demo: suppliers and a buyer's callback receiver, as simulators in their own process. Their ports and secrets are stored
 * in DATA_DIR, because the database contains them and the next start must use the same ones. If another process uses a port in the meantime, only
 * this port is replaced and the database is updated.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DemoSecrets, DemoSupplier } from '../server/src/commands/run-info.ts'
import { demoBuyers, demoSellers } from '../server/src/demo/people.ts'

/** Values that the demo's members and the simulators share. */
export interface DemoWorld {
  secrets: DemoSecrets
  suppliers: DemoSupplier[]
  /** The callback URL of the first buyer. */
  callbackUrl: string
  /** Host and port of each simulator. They are exceptions of the guard that blocks outgoing calls to private IP addresses. */
  hosts: string[]
  /** True when a URL differs from the last start, so that the sellers' settings in the database must be updated. */
  moved: boolean
  /** Sets the URL of Lapak for the suppliers' reports, once Lapak is ready. */
  reportTo(address: string): Promise<void>
  stop(): Promise<void>
}

interface Kept {
  secrets: DemoSecrets
  ports: Record<string, number>
}

const callbacks = 'callbacks'
const host = '127.0.0.1'

export async function startDemoWorld(options: { dataDir: string; onEnd(): void }): Promise<DemoWorld> {
  const file = join(options.dataDir, 'demo-world.json')
  const known = await readKept(file)
  const secrets = completed(known?.secrets)
  const plan = {
    suppliers: demoSellers.map(({ email, supplier: { kind, ...credentials }, behaviour }) => ({
      kind,
      port: known?.ports[email],
      host,
      credentials,
      delayMs: Math.min(behaviour.latencyMs, 1500),
      journal: join(options.dataDir, `simulator-${email.split('@')[0]}.jsonl`),
    })),
    receivers: [{ port: known?.ports[callbacks], host, secret: secrets.callbackSecret }],
  }
  const { child, ready } = await launch(plan)
  let stopping = false
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  void ended.then(() => {
    if (!stopping) options.onEnd()
  })
  const suppliers = demoSellers.map(({ email }, index) => {
    const { kind = '', url = '', templates = {} } = ready.suppliers[index] ?? {}
    return { email, kind, url, templates }
  })
  const callbackUrl = ready.receivers[0]?.url ?? ''
  const addresses: [name: string, url: string][] = [
    ...suppliers.map(({ email, url }) => [email, url] as [string, string]),
    [callbacks, callbackUrl],
  ]
  const ports = Object.fromEntries(addresses.map(([name, url]) => [name, Number(new URL(url).port)]))
  await keep(file, { secrets, ports })
  return {
    secrets,
    suppliers,
    callbackUrl,
    hosts: addresses.map(([, url]) => new URL(url).host),
    moved: known !== null && Object.entries(ports).some(([name, port]) => known.ports[name] !== port),
    async reportTo(address) {
      for (const { email, url } of suppliers) {
        const path = secrets.reportPaths.find((seller) => seller.email === email)?.path
        await fetch(`${url}/__settings?${new URLSearchParams({ reportUrl: `${address}/public/report/${path}` })}`)
      }
    },
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      const maxWait = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(maxWait)
    },
  }
}

interface Ready {
  suppliers: { kind: string; url: string; templates: Record<string, string> }[]
  receivers: { url: string }[]
}

/**
 * The simulators run detached, so that Ctrl-C does not reach them: Lapak must stop first. They end with this process, because their standard input is
 * a pipe from it.
 */
async function launch(plan: unknown): Promise<{ child: ChildProcess; ready: Ready }> {
  const program = fileURLToPath(new URL('../simulators/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [program], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, SIMULATORS: JSON.stringify(plan) },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2000)
  })
  const lines = createInterface({ input: child.stdout })
  const ready = await new Promise<Ready>((done, failed) => {
    lines.once('line', (line) => done(JSON.parse(line) as Ready))
    child.once('error', failed)
    child.once('exit', (code) =>
      failed(new Error(`the simulators could not be started (${output.split('\n').find((line) => /error/i.test(line)) ?? code})`)),
    )
  })
  child.stdout.resume()
  return { child, ready }
}

function completed(known: DemoSecrets | undefined): DemoSecrets {
  const token = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    callbackSecret: known?.callbackSecret ?? `whsec_${randomBytes(24).toString('base64')}`,
    keys: demoBuyers.map(
      ({ email }) =>
        known?.keys.find((key) => key.email === email) ?? { email, apikey: `lpk_live_${token(12)}`, secret: `lps_live_${token(20)}` },
    ),
    reportPaths: demoSellers.map(({ email }) => known?.reportPaths.find((seller) => seller.email === email) ?? { email, path: token(16) }),
  }
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file} cannot be read (${(error as Error).message}); restore it, or start with another DATA_DIR`)
  }
}

async function keep(file: string, kept: Kept) {
  await writeFile(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
