import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { sameAccount } from './same-account.ts'

/**
 * Returns whether an account belongs to the platform: members transfer to it now, or an existing ticket names it, since tickets keep their account.
 * While no account is configured for the bank, no account belongs to the platform. A row without an account number counts as a row of the platform's
 * account.
 */
export async function isPlatformAccount(read: Reader, bank: BankCode, accountNo: string): Promise<boolean> {
  const account = await platformAccount(read, bank)
  if (account === '') return false
  if (accountNo === '' || sameAccount(account, accountNo)) return true
  const ticket = await read
    .selectFrom('top_up')
    .select('id')
    .where('cash_code', '=', bank)
    .where('account_no', '=', accountNo)
    .where('account_no', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return ticket !== undefined
}

/**
 * The condition of `isPlatformAccount` in SQL, for many rows of `bank_statement`; `account` is the platform's account at the bank. Rows that are in
 * suspense or explained by a booking always belong to the platform. While no account is configured, every row may belong to it.
 */
export const rowIsOfPlatform = (account: string) => sql<boolean>`(
  ${account} = '' or account_no = '' or ltrim(account_no, '0') = ltrim(${account}, '0') or explained not in ('new', 'noted')
  or (select true from top_up where top_up.cash_code = bank_code and top_up.account_no = bank_statement.account_no and top_up.account_no <> '' limit 1)
)`

/** The digits of the account to which members transfer at a bank; empty if no account is configured. */
export async function platformAccount(read: Reader, bank: BankCode): Promise<string> {
  const method = await read
    .selectFrom('payment_method')
    .select(sql<string>`regexp_replace(account_no, '\\D', '', 'g')`.as('digits'))
    .where('cash_code', '=', bank)
    .where('channel', '=', 'transfer')
    .executeTakeFirst()
  return method?.digits ?? ''
}
