import { sql } from 'kysely'
import { idOfCashOut, idOfInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader } from '#db/db.ts'
import { correctionWord, releaseWord, transferWord } from './booking-names.ts'
import { rowWord } from './differences.ts'

/**
 * The administrators who booked what a difference of a bank or the provider is about, as far as its reference names a booking: who asked for it and
 * who agreed to it.
 */
export async function bookersOf(
  read: Reader,
  installation: string,
  { scope, reference }: { scope: string; reference: string },
): Promise<bigint[]> {
  // A seller's file may contain any reference.
  if (scope === 'seller') return []
  const [transfer, correction] = [idAfter(transferWord, reference), idAfter(correctionWord, reference)]
  const [topUp, cashOut] = [idOfInvoice(installation, reference), idOfCashOut(installation, reference)]
  const [money, row] = [idAfter(releaseWord, reference), idAfter(rowWord, reference)]
  const { rows } = await sql<{ id: bigint }>`
    select distinct id from (
      select unnest(array[asked_by, second_by]) as id from cash_transfer where id = ${transfer}::bigint
      union all select unnest(array[asked_by, second_by]) from cash_correction where id = ${correction}::bigint
      union all select approved_by from top_up where id = ${topUp}::bigint
      union all select unnest(array[approved_by, returned_by]) from cash_out where id = ${cashOut}::bigint
      union all select closed_by from suspense_item where id = ${money}::bigint
      union all select explained_by from bank_statement where id = ${row}::bigint
      union all
      select asked_by from approval_request
      where outcome = 'approved' and (
        kind = 'ticket.decide' and subject = ${topUp ?? cashOut}::bigint::text
        or kind = 'unmatched.assign' and subject in (select id::text from suspense_item where id = ${money}::bigint or statement_id = ${row}::bigint)
        or kind = 'statement.note' and subject = ${row}::bigint::text
      )
    ) bookers where id is not null`.execute(read)
  return rows.map(({ id }) => id)
}

/** Null if the reference does not consist of this word and a number. */
function idAfter(word: string, reference: string): bigint | null {
  const id = reference.startsWith(word) ? reference.slice(word.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? BigInt(id) : null
}
