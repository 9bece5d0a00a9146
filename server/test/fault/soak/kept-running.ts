import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '#app.ts'
import { EndedEarly, type LapakProcess, startLapakProcess } from '../lapak-process.ts'
import { serverSecrets } from './world.ts'

/** A Lapak process of one role that is restarted whenever it ends, as by a service manager. */
export interface KeptRunning {
  kill(): void
  /** Ends of the process that were not caused by a kill, with the last output; a worker may end when its connection breaks. */
  readonly endedByItself: { code: number | null; output: string }[]
  /** The last output of the current process. */
  readonly output: string
  /** Asks the process to end; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** As in production, with shorter delays, so that more happens in an hour. The maximum age of an order stays far above a timeout. */
const environment = {
  ...serverSecrets,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://lapak.test',
  DATABASE_POOL: '8',
  ASK_AFTER_MS: '1000',
  UNDER_WAY_MS: '20000',
  CLOCKS_DIFFER_MS: '300000',
  CALLBACK_RETRY_MS: '500',
  REQUESTS_PER_SECOND_AND_KEY: '300',
  FAULT_POINTS: '0',
}

/** `isAt` receives the URL of the process, and null when the process has ended. */
export async function keepRunning(role: Role, databaseUrl: string, isAt: (url: string | null) => void): Promise<KeptRunning> {
  const endedByItself: KeptRunning['endedByItself'] = []
  let stopping = false
  let killed = false
  let current: LapakProcess | null = null

  async function start(): Promise<LapakProcess> {
    for (;;) {
      try {
        const running = await startLapakProcess({ databaseUrl, roles: [role], environment })
        isAt(running.url)
        return running
      } catch (error) {
        // The database may not be up yet.
        if (!(error instanceof EndedEarly) || stopping) throw error
        await pause(250)
      }
    }
  }

  async function keep(running: LapakProcess): Promise<number | null> {
    for (;;) {
      current = running
      const { code, output } = await running.end
      isAt(null)
      if (stopping) return code
      if (!killed) endedByItself.push({ code, output })
      killed = false
      running = await start()
      if (stopping) running.signal('SIGTERM')
    }
  }

  // When this test process ends, it kills the started process.
  process.once('exit', () => current?.signal('SIGKILL'))
  const ended = keep(await start())
  ended.catch(() => undefined)
  return {
    kill() {
      if (current === null || current.ended) return
      killed = true
      current.signal('SIGKILL')
    },
    endedByItself,
    get output() {
      return current?.output ?? ''
    },
    async stop() {
      stopping = true
      current?.signal('SIGTERM')
      return ended
    },
  }
}
