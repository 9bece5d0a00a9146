import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '#shared/log.ts'
import { type Lapak, type LapakOptions, startLapak } from './app.ts'
import { atMost, shutdownMs } from './shutdown.ts'

/** Pause between two attempts to start again, in milliseconds. */
const retryMs = 1_000

/**
 * Starts Lapak, and starts it again, at the same address, after the database was restored or failed over (ADR 0089): caches are updated by version, and
 * a database that went back gives old versions to new rows.
 */
export async function runLapak(options: Omit<LapakOptions, 'onOtherTimeline'>): Promise<Lapak> {
  const log = createLog(options.config.logLevel)
  let stopped = false
  let restarting: Promise<void> | null = null
  let isOutdated = false
  const onOtherTimeline = () => {
    isOutdated = true
    restarting ??= restart().finally(() => {
      restarting = null
    })
  }
  let lapak = await startLapak({ ...options, onOtherTimeline })
  const { address } = lapak
  const config = address === '' ? options.config : { ...options.config, port: Number(new URL(address).port) || options.config.port }

  async function restart() {
    // The start that noticed it must end first.
    await pause(0)
    while (isOutdated && !stopped) {
      isOutdated = false
      log.error({}, 'starting again, since the database was restored or failed over')
      await atMost(2 * shutdownMs, lapak.stop()).catch((error) => log.error({ err: error }, 'stopping failed'))
      await startAgain()
    }
  }

  async function startAgain() {
    while (!stopped) {
      try {
        lapak = await startLapak({ ...options, config, onOtherTimeline })
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
    async stop() {
      stopped = true
      await restarting
      await lapak.stop()
    },
  }
}
