/*
 * npm run soak -- --minutes 60 --rate 300 --seed 7: buyers order at a steady rate from suppliers of every dialect and behaviour, while http, worker
 * and PostgreSQL are killed at random times. When every purchase is final or waits for an administrator, the records of the external systems are
 * compared with those of Lapak, and the books are verified. Exit code 1 if an order is lost or doubled, if an order waits without an alert, or if the
 * verification fails; a rate that a busy machine did not reach is only reported.
 */
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startReverseProxy } from '../partner-api.ts'
import { randomOf } from '../traffic.ts'
import { type Buyers, createBuyers } from './buyers.ts'
import { type SoakDatabase, startSoakDatabase } from './database.ts'
import { keepRunning } from './kept-running.ts'
import { createKilling } from './killing.ts'
import { startOutsiders } from './outsiders.ts'
import { type Measured, soakReport } from './report.ts'
import { type Verification, verifySoak } from './verification.ts'
import { createWorld, outsideOptions } from './world.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [minutes, rate, seed] = [Number(values.minutes), Number(values.rate), Number(values.seed)]
if (!(minutes > 0 && rate > 0 && Number.isInteger(seed))) throw new Error('npm run soak -- [--minutes 60] [--rate 300] [--seed 7]')
const most = Math.ceil(minutes * 60 * rate)

/** A setting within the limits of an administrator; short, so that alerts are frequent. */
const alertMinutes = 2
const unseenMaxMs = 15 * 60_000
const restMaxMs = 20 * 60_000
/** A busy machine may accept more orders than it sends to suppliers. Orders that wait longer than the alert time would test nothing more. */
const carriedBehindMax = 10_000
const bytesPerOrder = 8_000
const bytesBesides = 4_000_000_000

const say = (text: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

async function soak(): Promise<boolean> {
  const { bavail, bsize } = await statfs(tmpdir())
  if (bavail * bsize < most * bytesPerOrder + bytesBesides) throw new Error(`${tmpdir()} has no room for ${most} orders; set TMPDIR`)
  const database = await startSoakDatabase()
  const proxy = await startReverseProxy()
  const outsiders = await startOutsiders(outsideOptions(seed, proxy.url))
  say(`seed ${seed}, database in ${database.folder}`)
  let verified = false
  try {
    const world = await createWorld(database, outsiders, alertMinutes)
    const worker = await keepRunning('worker', database.programUrl, () => undefined)
    let address: string | null = null
    const http = await keepRunning('http', database.programUrl, (url) => {
      address = url
      if (url !== null) proxy.leadTo(url)
    })
    const random = randomOf(seed)
    const killing = createKilling({ random, database, http, worker, outsiders, buyers: () => buyers })
    const buyers: Buyers = createBuyers({
      url: () => address,
      seed: seed + 1,
      most,
      buyers: world.buyers,
      outsiders,
      isQuiet: killing.isQuiet,
      isBehind: () => watch.live > carriedBehindMax,
    })
    const begun = performance.now()
    const isOver = () => performance.now() - begun > minutes * 60_000
    const watch = watching(
      database,
      buyers,
      () => `${killing.kills.length} kills, sellers have ${outsiders.now.taken} orders, outsiders ${outsiders.now.megabytes} MB`,
    )

    await Promise.all([buyers.order(rate, isOver), killing.run(isOver)])
    const seconds = minutes * 60
    outsiders.calm()
    say('the traffic is over; waiting until all is at rest or with people')
    const restMs = await rest(database)
    const oldestUnseenMs = await watch.stop()
    const codes = { http: await http.stop(), worker: await worker.stop() }
    say('proving')
    const verification: Verification = await verifySoak(database, world, outsiders, buyers.statistics)
    const measured: Measured = { seconds, rate, statistics: buyers.statistics, kills: killing.kills, oldestUnseenMs, restMs, verification }
    if (oldestUnseenMs > unseenMaxMs) verification.broken.push(`an attempt waited unseen for ${Math.round(oldestUnseenMs / 1000)} s`)
    if (restMs === null) verification.broken.push(`not at rest after ${restMaxMs / 60_000} minutes`)
    for (const [role, code] of Object.entries(codes))
      if (code !== 0) verification.broken.push(`${role} ended with ${code} when it was asked to end`)
    for (const { code, output } of http.endedByItself) verification.broken.push(`http ended by itself with ${code}: ${output.slice(-500)}`)
    for (const { code, output } of worker.endedByItself)
      if (code !== 1) verification.broken.push(`worker ended by itself with ${code}: ${output.slice(-500)}`)
    process.stdout.write(`${soakReport(measured)}\n`)
    verified = verification.broken.length === 0
    return verified
  } finally {
    await outsiders.stop()
    await proxy.close()
    await database.stop()
    if (verified) await database.remove()
    else say(`the database is kept in ${database.folder}`)
  }
}

interface Rest extends Record<string, unknown> {
  unseen: number
  callbacks: number
}

/** Waits until only purchases with an alert are pending, and returns the milliseconds that this took; null on a timeout. */
async function rest(database: SoakDatabase): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < restMaxMs) {
    const rows = await database.ask<Rest>(`
      select (select count(*)::integer from attempt where state <= 3 and id not in (select attempt_id from purchase_alert)) as unseen,
        (select count(*)::integer from delivery where state = 0) as callbacks`)
    if (rows?.[0]?.unseen === 0 && rows[0].callbacks === 0) return performance.now() - begun
    await pause(2_000)
  }
  return null
}

/** Prints the progress twice a minute, and records the longest time that an attempt waited without an alert. */
function watching(database: SoakDatabase, { statistics }: Buyers, more: () => string) {
  let stopped = false
  let oldest = 0
  let live = 0
  let reportedWrong = 0
  const watched = (async () => {
    for (let round = 0; !stopped; round++) {
      for (let waited = 0; waited < 5_000 && !stopped; waited += 250) await pause(250)
      const rows = await database.ask<{ live: number; oldest: number }>(`
        select count(*)::integer as live, coalesce(max(extract(epoch from now() - created_at) * 1000) filter (
          where id not in (select attempt_id from purchase_alert)), 0)::float8 as oldest from attempt where state <= 3`)
      oldest = Math.max(oldest, rows?.[0]?.oldest ?? 0)
      live = rows?.[0]?.live ?? live
      if (round % 6 !== 0) continue
      const { sent, accepted, refused, open, late, wrong } = statistics
      const memory = Math.round(process.memoryUsage.rss() / 1_000_000)
      say(
        `${sent} sent, ${accepted} accepted, ${refused} refused, ${open} open, ${late} left out, ${live} with sellers, ${more()}, here ${memory} MB`,
      )
      for (; reportedWrong < wrong.length; reportedWrong++) say(`WRONG  ${wrong[reportedWrong]}`)
    }
  })()
  return {
    get live() {
      return live
    },
    async stop() {
      stopped = true
      await watched
      return oldest
    },
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = (await soak()) ? 0 : 1
