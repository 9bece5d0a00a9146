import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export class BenchError extends Error {}

/** pgbench and psql are taken from the newest PostgreSQL package of Debian. The server itself is Lapak's embedded one. */
export async function postgresProgram(name: 'pgbench' | 'psql'): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const folders = async () => {
    const versions = await readdir(debian).catch(() => [])
    return [...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')), ...searchPath()]
  }
  const isMissing = !(await folders()).some((folder) => existsSync(join(folder, name)))
  if (isMissing && process.getuid?.() === 0) await finished(['apt-get', 'install', '--yes', 'postgresql'])
  return found(name, await folders(), 'apt-get install postgresql')
}

export const wrkProgram = () => obtained('wrk', 'wrk')

/** Valgrind counts the instructions of a program. */
export const valgrindProgram = () => obtained('valgrind', 'valgrind')

/** A program of a Debian package. As root, a missing one is installed. */
async function obtained(name: string, package_: string): Promise<string> {
  const known = () => found(name, searchPath(), `apt-get install ${package_}`)
  if (process.getuid?.() !== 0 || searchPath().some((folder) => existsSync(join(folder, name)))) return known()
  await finished(['apt-get', 'install', '--yes', package_])
  return known()
}

const searchPath = () => (process.env.PATH ?? '').split(':')

function found(name: string, folders: string[], advice: string): string {
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (path === undefined) throw new BenchError(`${name} is not installed (${advice})`)
  return path
}

const running = new Set<ChildProcess>()

/** All started programs end with this process, however it ends. */
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function start(command: string[], env: Record<string, string>, runAs: { uid?: number; gid?: number } = {}): ChildProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, { ...runAs, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Runs a program to its end and returns its output; throws with its error output. */
export function finished(
  command: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = start(command, env)
    let printed = ''
    let complained = ''
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (complained += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new BenchError(`${command[0]} ended with ${code}: ${complained || printed}`)),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** How to start a running program again: its command line and the user it runs as. */
export function commandOf(pid: number): { command: string[]; runAs: { uid: number; gid: number } } {
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(`/proc/${pid}`)
  return { command: [readlinkSync(`/proc/${pid}/exe`), ...args], runAs: { uid, gid } }
}

/** Starts a program that gives no sign when it is ready. SIGINT ends it, as PostgreSQL's fast shutdown. */
export function background(command: string[], runAs: { uid: number; gid: number }): { stop(): Promise<void> } {
  const child = start(command, {}, runAs)
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  child.stdout?.resume()
  child.stderr?.resume()
  return {
    stop() {
      child.kill('SIGINT')
      return gone
    },
  }
}

export interface Daemon<Ready> {
  pid: number
  ready: Ready
  stop(): Promise<void>
}

/** Starts a program that prints one JSON line, possibly among others, with the field `sign` when it is ready. */
export function daemon<Ready>(command: string[], sign: keyof Ready & string, env: Record<string, string> = {}): Promise<Daemon<Ready>> {
  return new Promise((resolve, reject) => {
    const child = start(command, env)
    let printed = ''
    let settled = false
    const gone = new Promise<void>((done) => child.once('close', () => done()))
    child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    child.stdout?.on('data', (chunk: Buffer) => {
      if (settled) return void process.stderr.write(chunk)
      printed += chunk.toString()
      const line = printed
        .split('\n')
        .slice(0, -1)
        .find((text) => text.startsWith('{') && text.includes(`"${sign}":`))
      if (line === undefined) return
      settled = true
      resolve({
        pid: child.pid ?? 0,
        ready: JSON.parse(line) as Ready,
        async stop() {
          child.kill('SIGTERM')
          const maxWait = setTimeout(() => child.kill('SIGKILL'), 20_000)
          await gone
          clearTimeout(maxWait)
        },
      })
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new BenchError(`${command.slice(0, 3).join(' ')} ended with ${code}: ${printed}`)))
  })
}

const ticksPerSecond = 100

interface Usage {
  parent: number
  own: number
  /** CPU seconds of children that have ended and were waited for. */
  children: number
}

function usageOf(pid: number | 'self'): Usage | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const field = (number: number) => fields[number - 3] ?? 0
    return { parent: field(4), own: (field(14) + field(15)) / ticksPerSecond, children: (field(16) + field(17)) / ticksPerSecond }
  } catch {
    return null
  }
}

/** CPU seconds that a process has used so far. */
export const cpuOf = (pid: number | 'self'): number => usageOf(pid)?.own ?? 0

/** CPU seconds of the programs that this process ran to their end. */
export const cpuOfEnded = (): number => usageOf('self')?.children ?? 0

/** CPU seconds of a process and all its children, living and ended, for example PostgreSQL with its backends. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const usages = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), usage: usageOf(Number(name)) }))
  return usages.reduce((sum, one) => {
    if (one.usage === null) return sum
    if (one.pid === pid) return sum + one.usage.own + one.usage.children
    return one.usage.parent === pid ? sum + one.usage.own : sum
  }, 0)
}

/** CPU seconds of all processes of the machine. */
export function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) / ticksPerSecond
}

/** Peak memory of a process, in MB. */
export const peakMemoryOf = (pid: number): number => Math.round(statusOf(pid, 'VmHWM') / 1024)

/** Current memory of a process, in MB. */
export const memoryOf = (pid: number): number => statusOf(pid, 'VmRSS') / 1024

/** In kB. */
const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
