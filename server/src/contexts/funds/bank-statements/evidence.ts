import type { BankCode } from '@lapak/contract/shared/banks'
import type { Reader } from '#db/db.ts'
import { type BankFile, BankFileError } from '#integrations/bank-files/bank-file.ts'
import { readBankFileApart } from '#integrations/bank-files/read-apart.ts'
import type { Expected } from '#integrations/bank-files/read-bank-file.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'
import { mappingsOf } from './mappings.ts'
import { fingerprintOf } from './statement-row.ts'

/*
 * Compares stored bank rows with the delivered files and texts. `ledger:check` cannot do this, because it reads no files. Each row from a file must
 * be in that file with its day and sum. The text of a row must be unchanged, unless it was removed.
 */

export const statementEvidence = { name: 'a row of a bank stands as it was told', breaches: alteredRows }

async function alteredRows(read: Reader): Promise<string[]> {
  return [...(await rowsWithAnotherText(read)), ...(await rowsOfNoFile(read))]
}

const batchSize = 5_000

/**
 * The fingerprint is computed from all delivered fields. It is not stored whether the source gave an account number or an empty name, so each
 * combination is tried.
 */
async function rowsWithAnotherText(read: Reader): Promise<string[]> {
  const found: string[] = []
  for (let last = 0n, more = true; more; ) {
    const rows = await read
      .selectFrom('bank_statement')
      .select([
        'id',
        'bank_code',
        'account_no',
        'happened_at',
        'has_time',
        'amount',
        'description',
        'reff',
        'balance',
        'source',
        'fingerprint',
      ])
      .where('id', '>', last)
      // The text is removed after some time, because it contains the payer's name. A row without a text may also have been delivered without one, so
      // rows without a text are skipped.
      .where('description', '<>', '')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      const delivered = {
        at: row.happened_at,
        hasTime: row.has_time,
        amount: senOf(row.amount),
        description: row.description,
        reff: row.reff,
        balance: row.balance === null ? null : senOf(row.balance),
      }
      const isUnchanged = [row.account_no, ''].some((accountNo) =>
        [null, ''].some((name) => fingerprintOf(row.bank_code, row.source, { ...delivered, accountNo, name }).equals(row.fingerprint)),
      )
      if (!isUnchanged) found.push(`row ${row.id} of ${row.amount} at ${row.bank_code} is not what ${row.source} told`)
    }
    last = rows.at(-1)?.id ?? last
    more = rows.length === batchSize
  }
  return found
}

/** Parses each file again, with the column mappings and the date of its upload. */
async function rowsOfNoFile(read: Reader): Promise<string[]> {
  const found: string[] = []
  const files = await read.selectFrom('statement_file').select(['id', 'bank_code', 'created_at']).orderBy('id').execute()
  for (const { id, bank_code, created_at } of files) {
    const bank = bank_code as BankCode
    const mappings = await mappingsOf(read, bank, created_at)
    const file = await fileOf(read, id, { bank, today: jakartaDayOf(created_at), mappings })
    if (file === null) continue
    const counts = new Map<string, number>()
    for (const row of file.rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
    const rows = await read
      .selectFrom('bank_statement')
      .select(['id', 'happened_at', 'amount'])
      .where('file_id', '=', id)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const key = keyOf({ day: jakartaDayOf(row.happened_at), amount: senOf(row.amount) })
      const left = counts.get(key) ?? 0
      if (left === 0) found.push(`row ${row.id} of ${row.amount} is not in file ${id}`)
      counts.set(key, left - 1)
    }
  }
  return found
}

const keyOf = ({ day, amount }: { day: string; amount: bigint }): string => `${day} ${amount}`

/**
 * Null if the content was removed or this version can no longer parse it. The hash of the file verifies that the content was not changed after the
 * upload.
 */
async function fileOf(read: Reader, id: bigint, expected: Expected): Promise<BankFile | null> {
  const { content } = await read.selectFrom('statement_file').select('content').where('id', '=', id).executeTakeFirstOrThrow()
  if (content.length === 0) return null
  try {
    return await readBankFileApart(content, expected)
  } catch (error) {
    if (error instanceof BankFileError) return null
    throw error
  }
}
