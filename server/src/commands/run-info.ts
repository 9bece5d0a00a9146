/* Data of a running Lapak for `npm run demo:info`, the tests and the benchmark: <DATA_DIR>/run.json, readable by its owner only. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DemoSecrets {
  /** One key of the JSON channel per buyer. */
  keys: { email: string; apikey: string; secret: string }[]
  /** Signs the callbacks to the first buyer. */
  callbackSecret: string
  /** The secret part of the URL to which a seller's server sends its reports. */
  reportPaths: { email: string; path: string }[]
}

export interface DemoSupplier {
  email: string
  kind: string
  url: string
  /** URL templates of an `http-get` seller; empty for other sellers. */
  templates: Record<string, string>
}

export interface RunInfo {
  address: string
  pid: number
  databaseUrl: string
  /** OAuth client credentials of the web app, for /oauth/token. */
  client: { id: string; secret: string }
  /** The following fields exist in the demo only. */
  accounts?: { role: string; email: string; password: string }[]
  keys?: DemoSecrets['keys']
  callback?: { url: string; secret: string }
  suppliers?: DemoSupplier[]
  /** Absent when Prosody is not running. The first buyer's command key is the secret of its API key. */
  jabber?: { bot: string; jid: string; password: string; port: number; ca: string }
}

const fileIn = (dataDir: string) => join(dataDir, 'run.json')

export async function writeRunInfo(dataDir: string, info: RunInfo) {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Null if no Lapak process runs on this folder. */
export async function readRunInfo(dataDir: string): Promise<RunInfo | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as RunInfo)
}

export const removeRunInfo = (dataDir: string) => rm(fileIn(dataDir), { force: true })
