import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type LapakProcess, type LapakProcessOptions, startLapakProcess } from './fault/lapak-process.ts'

/** A Lapak in its own process that measures its event loop. */
export interface WatchedLapak extends Pick<LapakProcess, 'url' | 'output'> {
  /**
   * The longest block since the last call: in CPU time, which does not depend on the load of the machine, and in wall-clock time
   * (`monitorEventLoopDelay`), for an idle machine. `allMs` is the CPU time of all threads since then.
   */
  longestBlock(): Promise<{ busyMs: number; clockMs: number; allMs: number }>
  stop(): Promise<void>
}

const watch = fileURLToPath(new URL('./loop-watch.ts', import.meta.url))
/** Resolution of the delay monitor; an idle loop is measured as late by this much. */
const tickMs = 10

export async function startWatchedLapak(options: LapakProcessOptions): Promise<WatchedLapak> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-loop-'))
  const file = join(folder, 'longest')
  const writtenAt = async () => (await stat(file).catch(() => null))?.mtimeMs
  const lapak = await startLapakProcess({ ...options, environment: { NODE_OPTIONS: `--import=${watch}`, LOOP_WATCH: file } })
  return {
    url: lapak.url,
    get output() {
      return lapak.output
    },
    async longestBlock() {
      const metrics = await (await fetch(`${lapak.url}/metrics`)).text()
      const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1])
      const before = await writtenAt()
      lapak.signal('SIGUSR2')
      await expect.poll(writtenAt, { interval: 2 }).not.toBe(before)
      const [busyMs = 0, allMs = 0] = (await readFile(file, 'utf8')).split(' ').map(Number)
      return { busyMs, allMs, clockMs: seconds * 1000 - tickMs }
    },
    async stop() {
      lapak.signal('SIGTERM')
      await lapak.end
      await rm(folder, { recursive: true })
    },
  }
}
