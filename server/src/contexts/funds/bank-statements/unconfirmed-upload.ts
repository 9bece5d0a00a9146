import type { BankCode } from '@lapak/contract/shared/banks'
import { secondAdminFrom, spendSoloLimit } from '#contexts/system/approvals/approvals.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { senOf, wholeRupiah } from '#shared/money/sen.ts'
import { openTransfer } from './candidates.ts'

/** A row that only a file tells is the word of who uploaded the file, who may have written it. */
export interface UnconfirmedUpload {
  uploader: bigint
  name: string
  /** Whether that administrator decides about this ticket alone. */
  decides(ticketId: bigint): boolean
}

interface WordDeps {
  db: Database
  settings: Settings
}

const rule = 'money.secondAdminFrom'

/**
 * Null where the bank itself says it, by a feed. Counts the ticket that the row would pay as decided by the uploader alone, before anything is
 * locked, as whatever is counted there is.
 */
export async function unconfirmedUpload(deps: WordDeps, rowId: bigint): Promise<UnconfirmedUpload | null> {
  const { db } = deps
  const row = await db.read
    .selectFrom('bank_statement')
    .innerJoin('statement_file', 'statement_file.id', 'bank_statement.file_id')
    .innerJoin('member', 'member.id', 'statement_file.uploaded_by')
    .select(['bank_statement.bank_code', 'bank_statement.amount', 'member.id as uploader', 'member.name'])
    .where('bank_statement.id', '=', rowId)
    .where('bank_statement.confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { uploader, name } = row
  const from = await secondAdminFrom(deps, rule, uploader)
  if (from === 0n) return { uploader, name, decides: () => true }
  const amount = wholeRupiah(senOf(row.amount))
  const ticket = amount === null ? undefined : await openTransfer(db.read, { bank: row.bank_code as BankCode, amount }).executeTakeFirst()
  const alone =
    amount !== null && ticket !== undefined && ticket.member_id !== uploader
      ? // As when the ticket is approved by hand: whichever comes first, it counts once.
        await spendSoloLimit(db, { memberId: uploader, rule, from, subject: `${ticket.id} 2`, amount })
      : false
  return { uploader, name, decides: (ticketId) => alone && ticketId === ticket?.id }
}
