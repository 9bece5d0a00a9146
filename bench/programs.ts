import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export class BenchError extends Error {}

/** Finds pgbench or psql in the newest PostgreSQL package of Debian. The PostgreSQL server itself is the one that Lapak includes. */
export async function postgresProgram(name: 'pgbench' | 'psql'): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const folders = async () => {
    const versions = await readdir(debian).catch(() => [])
    return [...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')), ...searchPath()]
  }
  const isMissing = !(await folders()).some((folder) => existsSync(join(folder, name)))
  if (isMissing && process.getuid?.() === 0) await runProgram(['apt-get', 'install', '--yes', 'postgresql'])
  return found(name, await folders(), 'apt-get install postgresql')
}

export const wrkProgram = () => obtained('wrk', 'wrk')

/** Finds valgrind, which counts the instructions of a program. */
export const valgrindProgram = () => obtained('valgrind', 'valgrind')

/** Finds a program of a Debian package. If the program is missing and the user is root, the package is installed. */
async function obtained(name: string, package_: string): Promise<string> {
  const known = () => found(name, searchPath(), `apt-get install ${package_}`)
  if (process.getuid?.() !== 0 || searchPath().some((folder) => existsSync(join(folder, name)))) return known()
  await runProgram(['apt-get', 'install', '--yes', package_])
  return known()
}

const searchPath = () => (process.env.PATH ?? '').split(':')

function found(name: string, folders: string[], advice: string): string {
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (path === undefined) throw new BenchError(`${name} is not installed (${advice})`)
  return path
}

const running = new Set<ChildProcess>()

/** Kills all started programs when this process ends. */
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
export function runProgram(
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

/** The command line and the user of a running program, with which it can be started again. */
export function commandOf(pid: number): { command: string[]; runAs: { uid: number; gid: number } } {
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(`/proc/${pid}`)
  return { command: [readlinkSync(`/proc/${pid}/exe`), ...args], runAs: { uid, gid } }
}

/** Starts a program that does not report when it is ready. `stop` sends SIGINT, which PostgreSQL treats as a fast shutdown. */
export function startBackground(command: string[], runAs: { uid: number; gid: number }): { stop(): Promise<void> } {
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

/** Starts a program that prints one JSON line with the field `sign` when it is ready. The program may print other lines, too. */
export function startDaemon<Ready>(
  command: string[],
  sign: keyof Ready & string,
  env: Record<string, string> = {},
): Promise<Daemon<Ready>> {
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
  /** CPU seconds of the child processes that have ended and that this process has waited for. */
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

/** CPU seconds of a process and all its child processes, running and ended, for example of PostgreSQL with its backends. */
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
