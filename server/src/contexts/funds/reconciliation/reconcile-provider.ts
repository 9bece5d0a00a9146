import type { ProviderName } from '@lapak/contract/funds/reconciliation'
import { sql } from 'kysely'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Answer, ProviderAccount, ProviderTransaction } from '#integrations/payment-gateway/payment-gateway.ts'
import { jakartaDayOf, jakartaRange, startOfJakartaDay } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { decimalOf } from '#shared/money/sen.ts'
import { dayAfter, daysBetween } from './days.ts'
import { lockUnit, mayBeFound, storeDifferences, type Unit } from './differences.ts'
import { alertUnbookedWithdrawals } from './own-money.ts'
import { type ProviderDayAsked, providerDifferences, unexplainedRest } from './provider-differences.ts'
import { comparedProviderDays, storeTransactions, transactionDays } from './provider-transactions.ts'

export interface ReconcileProviderDeps {
  audit: Audit
  db: Database
  settings: Settings
  installation: string
  providerAccount: ProviderAccount | null
  log: Log
}

/** Clocks differ, and the provider lists a payment a little later or earlier than it reports it. */
const marginMs = 3_600_000

/** After as many days without an answer, the provider is not asked about the others. */
const failuresMax = 3

/**
 * Compares the last days with the provider's own record. It is asked about days that were never compared, have pending transactions, or differ. Without
 * a readable answer a day stays as it was. All answers are stored first: a booking is not taken for one of an earlier movement as long as the record has
 * its own.
 */
export async function reconcileProvider(deps: ReconcileProviderDeps): Promise<void> {
  const { db, settings, providerAccount: account } = deps
  if (account === null) return
  const until = dayAfter(jakartaDayOf(new Date(Date.now() - marginMs)), -1)
  const since = dayAfter(until, 1 - settings.get('reconciliation.lookBackDays'))
  const recent = new Set(daysBetween(since, until))
  const days = [...(await openDays(db.read, account.name, startOfJakartaDay(since))).filter((one) => !recent.has(one)), ...recent]
  const known = await eachDay(deps, days, (day) => askAndStore(deps, account, day, recent.has(day)))
  const compared = await eachDay(deps, known.done, (day) => compareDay(deps, account, day))
  const failed = known.failed + compared.failed
  if (failed > 0) throw new Error(`${failed} days of the payment provider could not be reconciled`)
}

async function eachDay(
  { log }: ReconcileProviderDeps,
  days: readonly string[],
  handle: (day: string) => Promise<void>,
): Promise<{ done: string[]; failed: number }> {
  const done: string[] = []
  let failed = 0
  for (const day of days) {
    try {
      await handle(day)
      done.push(day)
    } catch (error) {
      failed += 1
      log.error({ err: error, day }, 'reconciling a day of the payment provider failed')
    }
    if (failed === failuresMax) break
  }
  return { done, failed }
}

/** `since` is earlier than the previous comparison. */
async function openDays(read: Reader, provider: ProviderName, since: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from reconciliation_difference
    where scope = 'provider' and key = ${provider} and ${mayBeFound(since)} order by 1`.execute(read)
  return rows.map(({ day }) => day)
}

const askedOf = ({ installation }: ReconcileProviderDeps, { name, sharedWith }: ProviderAccount, day: string): ProviderDayAsked => ({
  provider: name,
  sharedWith,
  installation,
  day,
})

async function askAndStore(deps: ReconcileProviderDeps, account: ProviderAccount, day: string, mayAsk: boolean): Promise<void> {
  const { db } = deps
  const asked = askedOf(deps, account, day)
  const compared = (await comparedProviderDays(db.read, account.name, { awal: day, akhir: day })).get(day)
  const isOpen = mayAsk && (compared === undefined || (await isUnfinished(db.read, asked)))
  const answer = isOpen ? await askAbout(account, day) : null
  // No request is made inside the transaction. A balance is of the end of its day, so it is asked for once.
  const balance = isOpen && compared === undefined ? answered(await account.getBalance(endOf(day))) : null
  await db.transaction(async (tx) => {
    await lockUnit(tx, unitOf(account, day))
    if (answer !== null) await storeTransactions(tx, account.name, answer.seenAt, answer.transactions)
    await storeDay(tx, asked, balance)
  })
}

const unitOf = ({ name }: ProviderAccount, day: string): Unit => ({ scope: 'provider', key: name, day })

async function compareDay(deps: ReconcileProviderDeps, account: ProviderAccount, day: string): Promise<void> {
  const unit = unitOf(account, day)
  const asked = askedOf(deps, account, day)
  await deps.db.transaction(async (tx) => {
    await lockUnit(tx, unit)
    const { found, leftOut } = await providerDifferences(tx, asked)
    await storeDifferences(deps.audit, tx, unit, await alertUnbookedWithdrawals(deps, tx, unit, found))
    await tx
      .updateTable('compared_provider_day')
      .set({ left_out: leftOut })
      .where('provider', '=', account.name)
      .where('day', '=', sql<Date>`${day}::date`)
      .execute()
  })
}

const endOf = (day: string): Date => jakartaRange(day, day).until ?? new Date()

/** True if the provider may have more to say about the day. Fees and balances change by bookings only. */
async function isUnfinished(read: Reader, asked: ProviderDayAsked): Promise<boolean> {
  const [day] = await transactionDays(read, asked, { awal: asked.day, akhir: asked.day })
  if (day?.pending) return true
  return (await providerDifferences(read, asked)).found.some(({ kind }) => kind !== 'fee' && kind !== 'provider_balance')
}

async function askAbout(account: ProviderAccount, day: string): Promise<{ seenAt: Date; transactions: ProviderTransaction[] }> {
  const { from, until } = jakartaRange(day, day)
  const seenAt = new Date()
  const listed = await account.listTransactions(new Date((from?.getTime() ?? 0) - marginMs), new Date((until?.getTime() ?? 0) + marginMs))
  return { seenAt, transactions: answered(listed) }
}

function answered<Value>(answer: Answer<Value>): Value {
  if (answer.kind === 'answer') return answer.value
  throw new Error(answer.message)
}

/** Stores the fees of the day, and of its first comparison the balance. */
async function storeDay(tx: Tx, asked: ProviderDayAsked, balance: bigint | null): Promise<void> {
  const { provider, day } = asked
  const [sums] = await transactionDays(tx, asked, { awal: day, akhir: day })
  const fee = decimalOf(sums?.fee ?? 0n)
  if (balance === null) {
    await sql`update compared_provider_day set at = now(), fee = ${fee}::numeric where provider = ${provider} and day = ${day}::date`.execute(
      tx,
    )
    return
  }
  const { rows } = await sql<{ fresh: boolean }>`
    insert into compared_provider_day (provider, day, fee, balance) values (${provider}, ${day}::date, ${fee}::numeric, ${decimalOf(balance)}::numeric)
    on conflict (provider, day) do update set at = now(), fee = excluded.fee
    returning (xmax = 0) as fresh`.execute(tx)
  if (!rows[0]?.fresh) return
  const rest = await unexplainedRest(tx, asked, balance)
  await tx
    .updateTable('compared_provider_day')
    .set({ rest: rest === null ? null : decimalOf(rest) })
    .where('provider', '=', provider)
    .where('day', '=', sql<Date>`${day}::date`)
    .execute()
}
