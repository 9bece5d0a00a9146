import type { ColumnRole, NumberStyle } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type BankFile, BankFileError, type Mapping } from '#integrations/bank-files/bank-file.ts'
import { wrongWithMapping } from '#integrations/bank-files/layout.ts'

/** An administrator's mapping of the columns of a file with an unknown header line. Mappings are stored per bank. */
export interface ConfirmedMapping {
  roles: readonly ColumnRole[]
  number: NumberStyle
}

/** The number of mappings that are tried for a file. */
const mappingsMax = 50

/**
 * The newest mapping is first, because a later mapping of the same header line replaces an earlier one. With `at`, only mappings that existed at that
 * time are returned.
 */
export async function mappingsOf(read: Reader, bank: BankCode, at?: Date): Promise<Mapping[]> {
  const rows = await read
    .selectFrom('statement_mapping')
    .select(['columns', 'roles', 'number'])
    .where('bank_code', '=', bank)
    .$if(at !== undefined, (some) => some.where('created_at', '<=', at as Date))
    .orderBy('id', 'desc')
    .limit(mappingsMax)
    .execute()
  return rows.map(({ columns, roles, number }) => ({ columns, roles: roles as ColumnRole[], number: number as NumberStyle }))
}

/** The administrator's mapping for the header line of this file; null if the header line is known, so that no mapping is needed. */
export async function mappingFor(reading: () => Promise<BankFile>, { roles, number }: ConfirmedMapping): Promise<Mapping | null> {
  const head = await reading().then(
    () => null,
    (error: unknown) => (error instanceof BankFileError && error.problem.kind === 'unknown_head' ? error.problem.head : null),
  )
  if (head === null) return null
  const mapping = { columns: head.columns, roles, number }
  const reason = wrongWithMapping(mapping)
  if (reason !== null) throw new Refusal('statement.mapping_wrong', { reason })
  return mapping
}

export async function storeMapping(tx: Tx, audit: Audit, by: Caller, bank: BankCode, { columns, roles, number }: Mapping): Promise<void> {
  await tx
    .insertInto('statement_mapping')
    .values({ bank_code: bank, columns: [...columns], roles: [...roles], number, created_by: by.memberId })
    .execute()
  await audit.record(tx, {
    event: 'statement.mapping_kept',
    by,
    subject: bank,
    after: { columns: [...columns], roles: [...roles], number },
  })
}
