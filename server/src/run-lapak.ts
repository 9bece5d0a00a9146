import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '#shared/log.ts'
import { type Lapak, type LapakOptions, startLapak } from './app.ts'
import { atMost, shutdownMs } from './shutdown.ts'

/** Pause between two attempts to start again, in milliseconds. */
const retryMs = 1_000

/**
 * Starts Lapak, and starts it again, at the same address, after the database was restored or failed over (ADR 0089): caches are updated by version, and
 * a database that went back gives old versions to new rows. Also when a restore is noticed or confirmed, since no worker runs in between.
 */
export async function runLapak(options: Omit<LapakOptions, 'onOutdated'>): Promise<Lapak> {
  const log = createLog(options.config.logLevel)
  let stopped = false
  let restarting: Promise<void> | null = null
  let isOutdated = false
  const onOutdated = () => {
    isOutdated = true
    restarting ??= restart().finally(() => {
      restarting = null
    })
  }
  const first = startLapak({ ...options, onOutdated })
  let lapak = await first
  const { address } = lapak
  const config = address === '' ? options.config : { ...options.config, port: Number(new URL(address).port) || options.config.port }

  async function restart() {
    // The first start must have ended. If it fails, its caller gets the error.
    if (!(await isStarted(first))) return
    while (isOutdated && !stopped) {
      log.error({}, 'starting again: the database was restored or failed over, or a restore was noticed or confirmed')
      await atMost(2 * shutdownMs, lapak.stop()).catch((error) => log.error({ err: error }, 'stopping failed'))
      // Whatever the stopped one noticed is past.
      isOutdated = false
      await startAgain()
    }
  }

  async function startAgain() {
    while (!stopped) {
      try {
        lapak = await startLapak({ ...options, config, onOutdated })
        return
      } catch (error) {
        log.error({ err: error }, 'starting again failed; retrying')
        await pause(retryMs)
      }
    }
  }

  return {
    address,
    refresh: () => lapak.refresh(),
    async stop(delayMs) {
      stopped = true
      await restarting
      await lapak.stop(delayMs)
    },
  }
}

const isStarted = (lapak: Promise<Lapak>): Promise<boolean> =>
  lapak.then(
    () => true,
    () => false,
  )
