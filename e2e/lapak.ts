/*
 * A running Lapak for walks: the program that the README starts, over an empty folder, with its demo and simulators. Walks
 * share the one of their lane; those that change what belongs to everybody (terms, settings, restarts) start their own.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type RunInfo, readRunInfo } from '../scripts/run-info.ts'

const startProgram = join(import.meta.dirname, '../scripts/start.ts')
const startsWithin = 300_000

export interface Lapak {
  info: RunInfo
  /** A call as the page would make it, by somebody who is signed in elsewhere. */
  call<Data>(token: string, method: string, path: string, body?: object): Promise<Data>
  /** A session of its own. */
  signIn(email: string): Promise<string>
}

/** For whoever started it. */
export interface OwnLapak extends Lapak {
  stop(): Promise<void>
}

export const buyer = 'pembeli@lapak.test'
export const password = 'lapak1234'

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'lapak-e2e-'))

/** `settings` are variables of the environment, as in .env.example. A folder that is named is still there afterwards. */
export async function startLapak(settings: Record<string, string> = {}): Promise<OwnLapak> {
  const dataDir = settings.DATA_DIR ?? (await newDataDir())
  const child = spawn(process.execPath, [startProgram], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: '', npm_lifecycle_event: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-4000)))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(patience)
    if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
  }
  const info = await untilUp(dataDir, () => child.exitCode).catch(async (error: Error) => {
    await stop()
    throw new Error(`${error.message}\n${said}`)
  })
  return { ...lapakAt(info), stop }
}

/** As administrators, in a Lapak that is the walk's own. */
export async function changeRule(lapak: OwnLapak, name: string, value: number): Promise<void> {
  const admin = await lapak.signIn('admin@lapak.test')
  const rules = await lapak.call<{ name: string; version: number }[]>(admin, 'GET', '/api/admin/v1/settings')
  const version = rules.find((rule) => rule.name === name)?.version
  const path = `/api/admin/v1/settings/${name}`
  const now = await lapak.call<{ value: number }>(admin, 'PATCH', path, { value, version, reason: 'Untuk jalan-jalan ini' })
  if (now.value !== value) await agree(lapak, name)
}

/** What takes protection away waits for a second administrator. */
async function agree(lapak: OwnLapak, name: string) {
  const second = await lapak.signIn('kasir@lapak.test')
  const { content } = await lapak.call<{ content: { id: number; subject: string }[] }>(second, 'GET', '/api/admin/v1/decisions?open=1')
  for (const { id, subject } of content)
    if (subject === name) await lapak.call(second, 'POST', `/api/admin/v1/decisions/${id}`, { yes: true, reason: 'Untuk jalan-jalan ini' })
}

/** One that nobody else has until it is given back (lanes.ts). */
export async function takeLapak(): Promise<Lapak> {
  const answer = await fetch(`${inject('lanes')}/take`)
  if (!answer.ok) throw new Error(await answer.text())
  return lapakAt((await answer.json()) as RunInfo)
}

export const giveLapakBack = async ({ info }: Lapak) => void (await fetch(`${inject('lanes')}/give/${encodeURIComponent(info.address)}`))

function lapakAt(info: RunInfo): Lapak {
  async function call<Data>(token: string, method: string, path: string, body?: object): Promise<Data> {
    const answer = await fetch(`${info.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const { data, msg } = (await answer.json()) as { data: Data; msg: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${msg}`)
    return data
  }

  async function signIn(email: string): Promise<string> {
    const { id, secret } = info.client
    const answer = await fetch(`${info.address}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'password', username: email, password }),
    })
    if (!answer.ok) throw new Error(`signing in as ${email}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }

  return { info, call, signIn }
}

async function untilUp(dataDir: string, exitCode: () => number | null): Promise<RunInfo> {
  for (const begun = Date.now(); Date.now() - begun < startsWithin; ) {
    const info = await readRunInfo(dataDir)
    if (info) return info
    if (exitCode() !== null) throw new Error('Lapak did not start')
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`Lapak was not up within ${startsWithin / 1000} s`)
}
