import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '#app.ts'
import { EndedEarly, type LapakProcess, startLapakProcess } from '../lapak-process.ts'
import { serverSecrets } from './world.ts'

/** A role of Lapak that whoever runs it starts again whenever it ends. */
export interface KeptRunning {
  kill(): void
  /** How it ended when nobody had killed it, with what it said last; a worker may, when its connection breaks. */
  readonly endedByItself: { code: number | null; output: string }[]
  /** What the process that runs now said last. */
  readonly output: string
  /** Asks it to end; resolves with the code. */
  stop(): Promise<number | null>
}

/** As in production, with shorter waits, so that more happens in an hour. What an order may be under way for stays far above a time-out. */
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

/** `isAt` is told where it answers, null when it has ended. */
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
        // There may be no database yet.
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

  // Nothing that we started outlives us.
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
