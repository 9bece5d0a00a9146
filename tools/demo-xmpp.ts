/*
 * The XMPP server of the demo, if Prosody is installed. It has an account of the platform and an account of the first buyer. Its data, ports and
 * passwords are in DATA_DIR.
 */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProsody, startProsody, xmppDomain } from './prosody.ts'

export interface DemoXmpp {
  url: string
  ca: string
  /** Port for clients that connect without TLS and then switch to TLS, as most clients do. */
  port: number
  bot: { jid: string; password: string }
  buyer: { jid: string; password: string }
  stop(): Promise<void>
}

interface Kept {
  ports: { plain: number; tls: number }
  passwords: { bot: string; buyer: string }
}

/** Returns null if Prosody is not installed; the rest of the demo works without it. */
export async function startDemoXmpp(dataDir: string): Promise<DemoXmpp | null> {
  if (findProsody() === null) return null
  const folder = join(dataDir, 'prosody')
  const file = join(dataDir, 'demo-xmpp.json')
  const kept = await readKept(file)
  const prosody = await startProsody({ folder, ports: kept?.ports })
  const passwords = kept?.passwords ?? { bot: randomBytes(12).toString('hex'), buyer: randomBytes(6).toString('hex') }
  if (kept === null) {
    prosody.register('lapak', passwords.bot)
    prosody.register('pembeli', passwords.buyer)
  }
  const ports = { plain: prosody.port, tls: Number(new URL(prosody.url.replace('xmpps:', 'https:')).port) }
  await writeFile(file, `${JSON.stringify({ ports, passwords } satisfies Kept, null, 2)}\n`, { mode: 0o600 })
  return {
    url: prosody.url,
    ca: prosody.ca,
    port: prosody.port,
    bot: { jid: `lapak@${xmppDomain}`, password: passwords.bot },
    buyer: { jid: `pembeli@${xmppDomain}`, password: passwords.buyer },
    stop: () => prosody.stop(),
  }
}

async function readKept(file: string): Promise<Kept | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Kept)
}
