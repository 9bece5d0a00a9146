import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc, the same on every Linux. */
const ticksPerSecond = 100

/**
 * CPU seconds of this process and all its descendants, including ended processes that their parents have waited for. Null if there is no /proc. It
 * reads only the descendants, so that it adds almost nothing to the cost of a test.
 */
export function treeCpuSeconds(): number | null {
  try {
    return ticksOf(process.pid) / ticksPerSecond
  } catch {
    return null
  }
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The fields after the process name, which may contain any character: utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  return own + childrenOf(pid).reduce((sum, child) => sum + ticksIfThere(child), 0)
}

/** Linux lists child processes by the thread that started them. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

function ticksIfThere(pid: number): number {
  try {
    return ticksOf(pid)
  } catch {
    // The process ended while it was being read. From now on, the times of its parent include it.
    return 0
  }
}
