/*
 * npm run restored: after a restore, shows what may be lost and what was under way; `npm run restored -- --confirm "<why>"` lets orders and workers
 * go on. Uses the database of DATABASE_URL, or that of the Lapak process running on DATA_DIR. Recorded in the audit. Exit code 1 while a restore waits
 * for confirmation, or if `--confirm` finds none; 2 for a wrong usage or if the database cannot be read.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { attemptState, prepareAfterRestore } from '#contexts/ordering/purchases/purchases.ts'
import { createAudit, onTheMachine } from '#contexts/system/audit/audit.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { confirmRestore, unconfirmedRestore } from '#db/restore.ts'
import { createLog, type Log } from '#shared/log.ts'
import { readRunInfo } from './run-info.ts'

const isoTime = 'YYYY-MM-DD"T"HH24:MI:SS"Z"'

const { values } = parseArgs({ options: { confirm: { type: 'string' } } })
const dataDir = resolve(process.env.DATA_DIR || '.data')
const databaseUrl = process.env.DATABASE_URL || (await readRunInfo(dataDir))?.databaseUrl
const reason = values.confirm?.trim()

if (!databaseUrl || (reason !== undefined && reason.length < 5)) {
  console.error('usage: npm run restored [-- --confirm "<what you have checked, at least five letters>"]')
  console.error(`It needs DATABASE_URL, or a Lapak that runs over ${dataDir} (or the folder that DATA_DIR names)`)
  process.exitCode = 2
} else await run(databaseUrl)

async function run(url: string) {
  const log = createLog('warn')
  const db = await openDatabase({ url, pool: 2, onlyReads: reason === undefined, log })
  try {
    process.exitCode = reason === undefined ? await show(db) : await confirm(db, log, reason)
  } catch (error) {
    console.error(`restored: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 2
  } finally {
    await db.close()
  }
}

async function show(db: Database): Promise<0 | 1> {
  const restore = await unconfirmedRestore(db.read)
  if (restore === null) {
    console.log('No restore waits for confirmation.')
    return 0
  }
  console.log(`Since ${restore.found_at.toISOString()}, orders are refused and no worker runs: ${restore.reason}, ${restore.detail}.`)
  for (const line of await underWay(db)) console.log(line)
  console.log(
    [
      'Run `npm run ledger:check`, and compare these with the journals of sellers, banks and the payment provider: what they have and Lapak does not',
      'is lost. A transfer for a lost top-up may have the sum of a new one, and a cash-out may have been paid in the lost time: look before approving.',
      'Then `npm run restored -- --confirm "<what you have checked>"`: queued orders are asked about at their sellers before they are sent again, an',
      'order from before the restore that fails waits for a person, callbacks and messages go on, and all processes start again.',
    ].join('\n'),
  )
  return 1
}

async function confirm(db: Database, log: Log, why: string): Promise<0 | 1> {
  const audit = createAudit({ db, log })
  const prepared = await db.transaction(async (tx) => {
    const restore = await confirmRestore(tx)
    if (restore === null) return null
    const attempts = await prepareAfterRestore(tx, restore.lost_until)
    const after = { reason: restore.reason, detail: restore.detail, ...attempts }
    await audit.record(tx, { event: 'restore.confirmed', by: onTheMachine, subject: restore.reason, after, reason: why })
    return attempts
  })
  if (prepared === null) {
    console.log('No restore waits for confirmation.')
    return 1
  }
  console.log(`Confirmed. ${prepared.asked} queued orders are asked about before they are sent; ${prepared.left} wait for a person.`)
  return 0
}

/** The newest commits that are left, and what others may know more of. */
async function underWay({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'newest purchase: ' || coalesce((select id || ' of ' || to_char(created_at at time zone 'utc', ${isoTime})
      from purchase order by id desc limit 1), 'none') as line
    union all select 'newest top-up or cash-out: ' || coalesce((select to_char(max(created_at) at time zone 'utc', ${isoTime})
      from (select max(created_at) as created_at from top_up union all select max(created_at) from cash_out) ticket), 'none')
    union all select 'open orders of seller ' || seller_id || ': ' || count(*) filter (where state = ${sql.lit(attemptState.queued)}) || ' queued, ' ||
      count(*) filter (where state > ${sql.lit(attemptState.queued)}) || ' sent or possibly sent'
      from attempt where state <= ${sql.lit(attemptState.unknown)} group by seller_id
    union all select 'cash-outs that wait: ' || count(*) from cash_out where state = 1
    union all select 'approvals that wait: ' || count(*) from approval_request where outcome is null
    union all select 'callbacks that wait: ' || count(*) from delivery where state = 0
    union all select 'e-mails and WhatsApp messages that wait: ' || count(*) from outbox where state = 'waiting'
    union all select 'payouts under way: ' || count(*) from payout where due_at is not null
    union all select 'top-ups that wait for money: ' || count(*) from top_up where state in (0, 1)`.execute(read)
  return rows.map(({ line }) => line)
}
