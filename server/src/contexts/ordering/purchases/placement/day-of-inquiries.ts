import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/** In 24 hours, and more of them for each success. */
const allowances = {
  customers: (settings: Settings) => [settings.get('inquiries.customersPerDay'), settings.get('inquiries.customersPerPurchase')] as const,
  bills: (settings: Settings) => [settings.get('purchases.inquiriesPerDay'), settings.get('purchases.inquiriesPerPurchase')] as const,
}

/** Of a buyer's newest purchases; more of them allow no more. */
const purchasesCounted = 2_000

export interface InquiryCounting {
  db: Database
  settings: Settings
}

/**
 * Counts one more question about somebody within a day. Whoever sells to customers buys for them, and each success allows more; who
 * reads numbers one by one soon has nothing left, or pays. A refused question counts too, but only the first of them.
 */
export async function countInquiry({ db, settings }: InquiryCounting, buyerId: bigint, about: keyof typeof allowances): Promise<void> {
  const [base, each] = allowances[about](settings)
  const max = base + each * (await successesOfDay(db.read, buyerId))
  const used = (retryAfterSeconds: number) => new Refusal('inquiry.day_used', { max, each }, { retryAfterSeconds })
  await rateLimit(db, `${about} asked about by ${buyerId}`, max, 86_400, used)
}

/** By the numbers of a day and the buyer's index, so that what was bought long ago is not read. */
async function successesOfDay(read: Reader, buyerId: bigint): Promise<number> {
  const first = await sql<{ first: bigint }>`select first from purchase_ids(now() - interval '1 day', null)`.execute(read)
  const { rows } = await sql<{ successes: bigint }>`
    select count(*) filter (where transactionrc = 1 and created_at > now() - interval '1 day') as successes from (
      select transactionrc, created_at from purchase
      where buyer_id = ${buyerId} and id >= ${first.rows[0]?.first ?? 0n} order by id desc limit ${purchasesCounted}
    ) newest`.execute(read)
  return Number(rows[0]?.successes ?? 0n)
}
