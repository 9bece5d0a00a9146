import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Role } from '#app.ts'
import type { Crash } from '#shared/crash-points.ts'
import { builtProgram } from '../program.ts'

/** A Lapak process as in production, which a test can kill. */
export interface LapakProcess {
  /** The URL of its HTTP server; empty without the http role. */
  url: string
  /** After this resolves, the process is killed when it reaches this point for the nth time. */
  arm(fault: Crash): Promise<void>
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGUSR2'): void
  readonly ended: boolean
  readonly output: string
  /** How the process ended, with its last output. */
  end: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>
}

export interface LapakProcessOptions {
  databaseUrl: string
  roles?: readonly Role[] | undefined
  /** A fault that is armed before the process does anything. */
  fault?: Crash | undefined
  environment?: Record<string, string> | undefined
}

/** Shared by all processes of a test file, as by those of a machine. */
const dataDir = mkdtempSync(join(tmpdir(), 'lapak-test-data-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

/** Short delays: what takes minutes in production takes moments here. */
const quick = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_POOL: '4',
  ASK_AFTER_MS: '50',
  UNDER_WAY_MS: '400',
  CLOCKS_DIFFER_MS: '0',
  CALLBACK_RETRY_MS: '20',
  REQUESTS_PER_SECOND_AND_KEY: '100000',
  OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
  FAULT_POINTS: '1',
  DATA_DIR: dataDir,
}

/** Resolves when the process is ready; rejects if the process ends before that, as an armed process may. */
export async function startLapakProcess({
  databaseUrl,
  roles = ['http', 'worker'],
  fault,
  environment,
}: LapakProcessOptions): Promise<LapakProcess> {
  const program = await builtProgram()
  const child = spawn(process.execPath, [program.file, ...roles], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: program.compiled,
      ...quick,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      ...(fault && { FAULT_AT: `${fault.point}:${fault.nth}` }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-1_000_000)
    })
  }
  let ended = false
  const end = new Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>((resolve) => {
    child.once('close', (code, signal) => {
      ended = true
      resolve({ code, signal, output })
    })
  })
  child.on('error', () => undefined)
  const url = await ready(child, end)
  return {
    url,
    async arm({ point, nth }) {
      const armed = new Promise<void>((heard) => child.once('message', () => heard()))
      child.send(`${point}:${nth}`, () => undefined)
      await Promise.race([armed, end])
    },
    signal: (name) => void child.kill(name),
    get ended() {
      return ended
    },
    get output() {
      return output
    },
    end,
  }
}

/** The process ended before it was ready. */
export class EndedEarly extends Error {
  readonly code: number | null

  constructor({ code, signal, output }: Awaited<LapakProcess['end']>) {
    super(`Lapak ended with ${signal ?? code} before it was ready: ${output}`)
    this.code = code
  }
}

function ready({ stdout }: ChildProcess, end: LapakProcess['end']): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout)
      createInterface({ input: stdout }).on('line', (line) => {
        if (line.includes('"ready":true')) resolve((JSON.parse(line) as { address: string }).address)
      })
    void end.then((how) => reject(new EndedEarly(how)))
  })
}
