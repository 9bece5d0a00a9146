import type { bankAccountCalls } from '@lapak/contract/funds/bank-accounts'
import { bankCode, bankNames } from '@lapak/contract/shared/banks'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { payableAt } from './bank-accounts.rules.ts'

export type BankAccount = DataOf<typeof bankAccountCalls.add>

const fields = ['id', 'bank_code', 'account_no', 'account_name', 'bank_says', 'bank_said_at', 'created_at', 'updated_at'] as const

interface Row {
  id: bigint
  bank_code: string
  account_no: string
  account_name: string
  bank_says: string | null
  bank_said_at: Date | null
  created_at: Date
  updated_at: Date
}

function accountOf(row: Row, settings: Settings): BankAccount {
  const code = bankCode.parse(row.bank_code)
  return {
    id: row.id,
    bankcode: code,
    bankname: bankNames[code],
    accountno: row.account_no,
    accountname: row.account_name,
    namadibank: row.bank_says,
    dicek: row.bank_said_at,
    createat: row.created_at,
    payableat: payableAt(row, settings.get('bankAccounts.payableAfterHours')),
  }
}

const accountsOf = (db: Reader, memberId: bigint) =>
  db.selectFrom('bank_account').select(fields).where('member_id', '=', memberId).where('archived_at', 'is', null)

export async function listBankAccounts({ db, settings }: { db: Database; settings: Settings }, memberId: bigint): Promise<BankAccount[]> {
  const rows = await accountsOf(db.read, memberId).orderBy('id').execute()
  return rows.map((row) => accountOf(row, settings))
}

/** Locks a bank account of this member and returns it; undefined if the member has no such account. */
export async function lockBankAccount(tx: Tx, settings: Settings, memberId: bigint, id: bigint): Promise<BankAccount | undefined> {
  const row = await accountsOf(tx, memberId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && accountOf(row, settings)
}
