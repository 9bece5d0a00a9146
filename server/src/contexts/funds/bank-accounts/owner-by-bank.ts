import { bankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import type { NameInquiry } from '#integrations/name-inquiry/name-inquiry.ts'
import { enqueue, idInJob, type Job } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'

const account = z.object({ id: idInJob })

/** Enqueued after an account was added: asks the bank for the name of the account's owner, whatever name the member entered. */
export const requestAccountOwnerJob: Job<typeof account> = {
  name: 'request-account-owner',
  payload: account,
  maxAttempts: 12,
  isShort: true,
}

export interface OwnerDeps {
  db: Database
  settings: Settings
  log: Log
  /** Null if no provider of name inquiries is set up; the name from the bank is then neither stored nor shown. */
  nameInquiry: NameInquiry | null
}

/**
 * Asks the bank once for the owner's name of an account, and again only if the bank did not answer. Each inquiry costs money, so it counts against
 * the daily limit of the member.
 */
export async function requestAccountOwnerOf({ db, settings, log, nameInquiry }: OwnerDeps, id: bigint): Promise<void> {
  const row = await db.read
    .selectFrom('bank_account')
    .select(['member_id', 'bank_code', 'account_no', 'bank_said_at', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (nameInquiry === null || !row || row.bank_said_at !== null || row.archived_at !== null) return
  await rateLimit(db, checksOf(row.member_id), settings.get('bankAccounts.checksPerDay'), 86_400)
  const owner = await nameInquiry.ownerOf(bankCode.parse(row.bank_code), row.account_no)
  if (owner.kind === 'unknown') {
    log.warn({ bank: row.bank_code, reason: owner.message }, 'account owner inquiry failed')
    throw new Error('account owner inquiry failed')
  }
  await db.transaction((tx) =>
    tx
      .updateTable('bank_account')
      .set({ bank_says: owner.kind === 'named' ? owner.name : null, bank_said_at: new Date() })
      .where('id', '=', id)
      .execute(),
  )
}

const nightlyMax = 500

/**
 * Asks the bank each night for the owners of accounts without an answer: accounts that were added before a provider was set up, and accounts whose
 * retries failed. It takes a random sample, so that accounts without an answer do not block the other accounts.
 */
export async function requestAccountOwners({ db, nameInquiry }: OwnerDeps): Promise<void> {
  if (nameInquiry === null) return
  const left = await db.read
    .selectFrom('bank_account')
    .select('id')
    .where('bank_said_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .orderBy(sql`random()`)
    .limit(nightlyMax)
    .execute()
  await db.transaction(async (tx) => {
    for (const { id } of left) await enqueue(tx, requestAccountOwnerJob, { id })
  })
}

/** The rate limit key for all name inquiries of a member. */
export const checksOf = (memberId: bigint): string => `account names asked by ${memberId}`
