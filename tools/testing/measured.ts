import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../on-path.ts'

export interface Measured {
  /**
   * CPU seconds of the program and all its child processes; null if they cannot be measured. The measurement needs Linux and Perl, which every Debian
   * has.
   */
  cpuSeconds: number | null
  /** Names of the processes that were still running when the program had ended. They are killed. */
  leftRunning: string[]
  /** How the program failed; null if it succeeded. */
  failure: string | null
}

const root = join(import.meta.dirname, '../..')
const reaper = join(import.meta.dirname, 'reaper.pl')

/** Seconds for which processes that the program left running may end by themselves. Enough for a busy machine. */
const maxWaitSeconds = '10'

export const canMeasure = (): boolean => process.platform === 'linux' && findOnPath(['perl']) !== null

/** Runs a program of this project with Node and passes its output through. A signal to this process also ends the program and its child processes. */
export async function runMeasured(program: string, args: string[], env: Record<string, string> = {}): Promise<Measured> {
  const command = [process.execPath, join(root, program), ...args]
  const report = join(tmpdir(), `lapak-cpu-${process.pid}.json`)
  const ending = await run(canMeasure() ? ['perl', reaper, report, maxWaitSeconds, ...command] : command, env)
  const failure = ending === null ? null : `${program} ended with ${ending}`
  if (!canMeasure()) return { cpuSeconds: null, leftRunning: [], failure }
  try {
    return { ...(JSON.parse(readFileSync(report, 'utf8')) as Pick<Measured, 'cpuSeconds' | 'leftRunning'>), failure }
  } catch {
    return { cpuSeconds: null, leftRunning: [], failure: failure ?? `${program} left no report of its CPU time` }
  } finally {
    rmSync(report, { force: true })
  }
}

/** The exit code or signal with which the program failed; null if it succeeded. */
function run([first = '', ...rest]: string[], env: Record<string, string>): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(first, rest, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    let interrupted = false
    const interrupt = (signal: NodeJS.Signals) => {
      interrupted = true
      // A terminal sends Ctrl-C to the program, too, so it needs no further signal.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill('SIGTERM')
    }
    const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, interrupt)
    const ended = (ending: string | null) => {
      for (const signal of signals) process.off(signal, interrupt)
      if (interrupted) process.exit(130)
      resolve(ending)
    }
    child.on('error', (error) => ended(error.message))
    child.on('close', (code, signal) => ended(code === 0 ? null : String(signal ?? code)))
  })
}
