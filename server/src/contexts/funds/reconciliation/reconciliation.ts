import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { enqueue } from '#jobs/jobs.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { bankDifferences } from './bank-differences.ts'
import { storeComparedDay } from './compared-days.ts'
import { dayAfter, daysBetween } from './days.ts'
import { type Found, lockUnit, mayBeFound, storeDifferences, type Unit } from './differences.ts'
import { reconcileJob, reconcileProviderJob } from './reconcile-now.ts'
import { compareSeller } from './seller-differences.ts'
import { listedOrders } from './seller-reports.queries.ts'

export interface ReconcileDeps {
  audit: Audit
  db: Database
  settings: Settings
  installation: string
  log: Log
}

/**
 * Compares the last days of all banks and all recent days with a seller's list. Older days are compared if they have new rows, suspense money, or
 * differences that still existed in the previous run. A difference that is found again is not stored a second time. Each day is compared in a
 * transaction of its own, so that a failure does not stop the other days. A run with a failed day is not recorded, so the next run covers its rows
 * again.
 */
export async function reconcileDays(deps: ReconcileDeps): Promise<void> {
  const { db, settings, log } = deps
  const yesterday = dayAfter(jakartaDayOf(new Date()), -1)
  const until = dayAfter(yesterday, -settings.get('reconciliation.waitDays'))
  const since = dayAfter(yesterday, -settings.get('reconciliation.lookBackDays'))
  const began = await databaseNow(db.read)
  const units = await unitsOf(db.read, { since, until, yesterday })
  let failed = 0
  for (const unit of units)
    await db
      .transaction((tx) => lookAt(deps, tx, unit))
      .catch((error: unknown) => {
        failed += 1
        log.error({ err: error, ...unit }, 'reconciling a day failed')
      })
  if (failed > 0) throw new Error(`${failed} of ${units.length} days could not be reconciled`)
  await db.transaction((tx) => tx.insertInto('reconciliation_run').values({ began_at: began }).execute())
}

/** The time of the database's clock, since the times of the rows are from that clock. */
async function databaseNow(read: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(read)
  return rows[0]?.now ?? new Date()
}

async function lookAt(deps: ReconcileDeps, tx: Tx, unit: Unit): Promise<void> {
  await lockUnit(tx, unit)
  if (unit.scope === 'seller') return storeDifferences(deps.audit, tx, unit, await foundAtSeller(deps, tx, unit))
  const { found, leftOut } = await bankDifferences(tx, { installation: deps.installation, bank: unit.key as BankCode, day: unit.day })
  await storeDifferences(deps.audit, tx, unit, found)
  await storeComparedDay(tx, unit, leftOut)
}

async function foundAtSeller({ installation }: ReconcileDeps, read: Reader, { key, day }: Unit): Promise<Found[]> {
  const sellerId = BigInt(key)
  return (await compareSeller(read, { installation, sellerId, day }, await listedOrders(read, sellerId, day))).found
}

interface Window {
  since: string
  until: string
  yesterday: string
}

async function unitsOf(read: Reader, { since, until, yesterday }: Window): Promise<Unit[]> {
  const banks = Object.keys(bankNames).flatMap((key) => daysBetween(since, until).map((day): Unit => ({ scope: 'bank', key, day })))
  const { rows: reported } = await sql<Unit>`
    select distinct 'seller' as scope, seller_id::text as key, day::text as day
    from seller_report where day between ${since}::date and ${yesterday}::date`.execute(read)
  const looked = await lastLooked(read)
  const { rows: open } = await sql<Unit>`
    select distinct scope, key, day::text as day from reconciliation_difference
    where scope <> 'provider' and ${mayBeFound(looked)}`.execute(read)
  const { rows: late } = await sql<Unit>`
    select distinct 'bank' as scope, bank_code as key, (happened_at at time zone 'Asia/Jakarta')::date::text as day
    from bank_statement
    where happened_at < ${startOfJakartaDay(dayAfter(until, 1))} and (
      created_at >= ${looked}
      or id = any(array(select statement_id from statement_change where reported_at >= ${looked}))
      or id = any(array(select statement_id from suspense_item where closed_at is null and statement_id is not null))
    )`.execute(read)
  const units = new Map([...banks, ...reported, ...open, ...late].map((unit) => [`${unit.scope} ${unit.key} ${unit.day}`, unit]))
  return [...units.values()].sort((one, other) => one.day.localeCompare(other.day))
}

/**
 * The longest duration of a delivery, in milliseconds. All rows of a delivery have the start time of its transaction, so the rows of a long delivery
 * become visible long after their time.
 */
const deliveryMs = 3_600_000

/** The time after which rows may not have been compared. */
async function lastLooked(read: Reader): Promise<Date> {
  const last = await read.selectFrom('reconciliation_run').select('began_at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.began_at ? new Date(last.began_at.getTime() - deliveryMs) : new Date(0)
}

/** Enqueues a reconciliation. A worker runs it, since it reads many days. */
export async function requestReconciliation({ db, audit }: { db: Database; audit: Audit }, by: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await enqueue(tx, reconcileJob, {})
    await enqueue(tx, reconcileProviderJob, {})
    await audit.record(tx, { event: 'reconciliation.asked', by, subject: 'all' })
  })
}
