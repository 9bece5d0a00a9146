/* What is checked in a restored copy, and how it differs from the database in use. */
import { wib } from '@lapak/contract/shared/time-text'
import { sql } from 'kysely'
import { statementEvidence } from '#contexts/funds/bank-statements/evidence.ts'
import { brokenSeals } from '#contexts/system/audit/seals.ts'
import { openDatabase } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'

/** What is wrong with the copy, one line each: the books (`ledger:check`) and the audit (`audit:check`). */
export async function faultsOf(url: string): Promise<string[]> {
  const db = await openDatabase({ url, pool: 1, onlyReads: true, log: createLog('error') })
  try {
    const breaches = await checkLedger(db, [statementEvidence])
    const seals = await brokenSeals(db.read)
    return [
      ...breaches.map(({ rule, row }) => `BROKEN  ${rule}: ${row}`),
      ...seals.map(({ day, why }) => `BROKEN  audit of ${day}: ${why}`),
    ]
  } finally {
    await db.close()
  }
}

const compared = {
  purchases: 'purchase',
  'top-ups': 'top_up',
  'cash-outs': 'cash_out',
  payouts: 'payout',
} as const

interface Newest {
  id: bigint
  at: Date
}

/** What the copy lacks of the database in use. */
export async function differences(copyUrl: string, liveUrl: string): Promise<string[]> {
  const open = (url: string) => openDatabase({ url, pool: 1, onlyReads: true, log: createLog('error') })
  const [copy, live] = [await open(copyUrl), await open(liveUrl)]
  try {
    const lines: string[] = []
    for (const [label, table] of Object.entries(compared)) {
      const newest = async ({ read }: typeof copy): Promise<Newest | undefined> =>
        (await sql<Newest>`select id, created_at as at from ${sql.table(table)} order by id desc limit 1`.execute(read)).rows[0]
      const [there, now] = [await newest(copy), await newest(live)]
      const { rows } = await sql<{
        count: bigint
      }>`select count(*) as count from ${sql.table(table)} where id > ${there?.id ?? 0n}`.execute(live.read)
      lines.push(`${label}: ${rows[0]?.count ?? 0} lacking; newest in the copy ${described(there)}, now ${described(now)}`)
    }
    return lines
  } finally {
    await Promise.all([copy.close(), live.close()])
  }
}

const described = (newest: Newest | undefined) => (newest === undefined ? 'none' : `${newest.id} of ${wib(newest.at)}`)
