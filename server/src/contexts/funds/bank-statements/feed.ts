import type { IncomingHttpHeaders } from 'node:http'
import { type BankCode, bankCode } from '@lapak/contract/shared/banks'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { type BankFeed, FeedError, type FeedRow } from '#integrations/bank-feeds/bank-feed.ts'
import type { Config } from '#shared/config.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { platformAccount } from './platform-account.ts'
import { isTooMuch, type StatementRow } from './statement-row.ts'
import { compareDelivery, lockBank, storeDelivery } from './store.ts'

export interface FeedDeps {
  db: Database
  audit: Audit
  config: Pick<Config, 'bankFeeds'>
  log: Log
}

export interface Delivered {
  bank: string
  headers: IncomingHttpHeaders
  body: string
  /** IP address of the sender. */
  address: string
}

/** Stores the rows of a delivery before the feed gets its answer; a job matches them later. Rows that are delivered again are recognised. */
export async function takeDelivery(
  { db, audit, log }: FeedDeps,
  feed: BankFeed,
  secret: string,
  { bank: code, headers, body, address }: Delivered,
): Promise<{ added: number }> {
  const bank = bankCode.safeParse(code).data
  if (bank === undefined || secret === '') throw new Refusal('not_found.feed')
  if (!feed.proves({ bank, headers, body, now: new Date() }, secret)) {
    await audit.recordRefused({ event: 'statement.feed_refused', by: anonymousActor(address), subject: bank, after: { feed: feed.name } })
    throw new Refusal('feed.not_proved')
  }
  return takeRows({ db, audit, log }, { name: feed.name, bank }, rowsOf(feed, body))
}

/** Rows with a sum of zero are dropped, unless they say that a row which was told before has not happened. */
export async function takeRows(
  { db, audit, log }: Pick<FeedDeps, 'db' | 'audit' | 'log'>,
  { name, bank }: { name: string; bank: BankCode },
  rows: FeedRow[],
): Promise<{ added: number }> {
  const kept = rows.filter(({ amount, id }) => amount !== 0n || id !== null)
  const { added, restated } = await db.transaction(async (tx) => {
    await lockBank(tx, bank)
    const account = await platformAccount(tx, bank)
    const delivery = { bank, source: name, account, rows: kept.map((row) => statementRow(name, row)) }
    const compared = await compareDelivery(tx, delivery)
    return { added: compared.added.length, restated: await storeDelivery(audit, tx, { ...delivery, ...compared }, null) }
  })
  crashPoint('rows.stored')
  for (const id of restated) log.warn({ bank, feed: name, statement: String(id) }, 'a feed tells a bank row otherwise than before')
  return { added }
}

function rowsOf(feed: BankFeed, body: string): FeedRow[] {
  try {
    const rows = feed.rows(body)
    if (isTooMuch(rows)) throw new FeedError('jumlah seluruh mutasinya tidak masuk akal')
    return rows
  } catch (error) {
    throw error instanceof FeedError ? new Refusal('feed.unreadable', { reason: error.message }) : error
  }
}

/** A feed's row names are unique within that feed only, so they are prefixed with the name of the feed. */
const statementRow = (name: string, row: FeedRow): StatementRow => ({
  ...row,
  accountNo: row.accountNo?.replace(/\D/g, '') ?? '',
  reff: row.id ?? '',
  name: row.id === null ? null : `${name}:${row.id}`,
})
