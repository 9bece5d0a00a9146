import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/** The limits of inquiries within 24 hours: a base, and an addition for each successful purchase. */
const allowances = {
  customers: (settings: Settings) => [settings.get('inquiries.customersPerDay'), settings.get('inquiries.customersPerPurchase')] as const,
  bills: (settings: Settings) => [settings.get('purchases.inquiriesPerDay'), settings.get('purchases.inquiriesPerPurchase')] as const,
}

/** Only this number of the buyer's newest purchases can raise the limit. */
const purchasesCounted = 2_000

export interface InquiryCounting {
  db: Database
  settings: Settings
}

/**
 * Counts one inquiry against the daily limit. Each successful purchase raises the limit, because buyers inquire for the customers they buy for, while
 * a buyer that tries numbers one by one soon reaches the limit. After the limit, only the first refused inquiry is counted.
 */
export async function rateLimitInquiry({ db, settings }: InquiryCounting, buyerId: bigint, about: keyof typeof allowances): Promise<void> {
  const [base, each] = allowances[about](settings)
  const max = base + each * (await successesOfDay(db.read, buyerId))
  const used = (retryAfterSeconds: number) => new Refusal('inquiry.day_used', { max, each }, { retryAfterSeconds })
  await rateLimit(db, `${about} asked about by ${buyerId}`, max, 86_400, used)
}

/** Uses the index of the buyer and the id range of the last 24 hours, so that older purchases are not read. */
async function successesOfDay(read: Reader, buyerId: bigint): Promise<number> {
  const first = await sql<{ first: bigint }>`select first from purchase_ids(now() - interval '1 day', null)`.execute(read)
  const { rows } = await sql<{ successes: bigint }>`
    select count(*) filter (where transactionrc = 1 and created_at > now() - interval '1 day') as successes from (
      select transactionrc, created_at from purchase
      where buyer_id = ${buyerId} and id >= ${first.rows[0]?.first ?? 0n} order by id desc limit ${purchasesCounted}
    ) newest`.execute(read)
  return Number(rows[0]?.successes ?? 0n)
}
