import { waitingEmails } from '#contexts/system/outbox/outbox.ts'
import { unconfirmedRestore } from '#db/restore.ts'
import { readWorkers } from '#db/witness.ts'
import type { Log } from '#shared/log.ts'
import { alertSubject } from './alert-emails.ts'
import { checkHealth, type WatchDeps } from './watch.ts'

export interface WithoutWorkerDeps extends WatchDeps {
  log: Pick<Log, 'error'>
  everyMs: number
  /** Delivers a stored message. */
  deliver(id: bigint, isFinalAttempt: boolean): Promise<void>
}

/**
 * For the http role: while no worker lives, checks health in its place and mails the alerts itself, since a dead worker cannot say that it is dead.
 * Returns the function that ends it.
 */
export function checkWithoutWorker(deps: WithoutWorkerDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const check = async () => {
    const { alive, last } = await readWorkers(deps.db.read)
    if (alive > 0n) return
    // While a restore is not confirmed, no worker may live, and another line says so.
    if ((await unconfirmedRestore(deps.db.read)) === null)
      deps.log.error({ last }, 'no worker is alive: orders are accepted, but nothing is sent')
    await checkHealth(deps, new Date())
    // One address that is refused must not keep the other administrators from their e-mail.
    for (const id of await waitingEmails(deps.db.read, alertSubject))
      await deps.deliver(id, false).catch((error) => deps.log.error({ err: error }, 'mailing an alert failed'))
  }
  const timer = setInterval(() => {
    running = running.then(check).catch((error) => deps.log.error({ err: error }, 'checking for a worker failed'))
  }, deps.everyMs)
  return () => {
    clearInterval(timer)
    return running
  }
}
