import { searchedRowsMax } from '@lapak/contract/funds/wallet'
import { bankNames } from '@lapak/contract/shared/banks'
import { searchedDigits } from '@lapak/contract/shared/searched-digits'
import { sql } from 'kysely'
import { cashOutsBegin, idOfCashOut, idOfInvoice, topUpsBegin } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { Entry, Search } from '#ledger/statement.ts'
import { typedSum } from '#shared/money/typed-sum.ts'
import { cashOutEndings, debtReason, refundedSale, textBeginnings } from './labels.ts'

/** The search for the entered text, which is either a ticket number or part of the text of a row. */
export function searchFor(installation: string, typed: string): Search {
  const deposit = idOfInvoice(installation, typed)
  if (deposit !== null) return ofTicket('deposit', deposit)
  const cashOut = idOfCashOut(installation, typed)
  if (cashOut !== null) return ofTicket('cash_out', cashOut)
  return shownIn(installation, typed)
}

/** All events of one kind of business row have the same prefix. */
function ofTicket(kind: 'deposit' | 'cash_out', id: bigint): Search {
  const events = Object.keys(textBeginnings).filter((event) => event.startsWith(`${kind}.`))
  return {
    among: null,
    meets: ({ event, reference }) => sql<boolean>`${event} = any(${events}::text[]::ledger_event[]) and ${reference} = ${id}`,
  }
}

/**
 * Compares the text with the newest entries of the given days one by one. A search over all purchases and tickets would first find the rows of all
 * members.
 */
function shownIn(installation: string, typed: string): Search {
  const digits = searchedDigits(typed)
  const patterns = [containsPattern(typed), ...(digits === null ? [] : [containsPattern(digits.number)])]
  const sum = typedSum(typed)
  return {
    among: searchedRowsMax,
    meets: (entry) => {
      const matchesText = sql<boolean>`${wordsOf(installation, entry)} ilike any(${patterns}::text[])`
      if (sum === null) return matchesText
      return sql<boolean>`(${entry.amount} in (${sum}, -${sum}::bigint) or ${entry.balance_after} = ${sum} or ${matchesText})`
    },
  }
}

/**
 * The text of an entry as in `movementText`, and its reference, in SQL. Scalar subqueries look up each row by its id; for a join, PostgreSQL might
 * choose a plan that reads all purchases.
 */
const wordsOf = (installation: string, { event, amount, reference }: Entry) => sql`concat_ws(' ',
  case when ${event} = 'purchase.refunded' and ${amount} < 0 then ${refundedSale} else ${JSON.stringify(textBeginnings)}::jsonb ->> ${event}::text end,
  case split_part(${event}::text, '.', 1)
    when 'purchase' then (
      select concat_ws(' ', purchase.product_code, purchase.target, purchase.reffclient)
      from attempt join purchase on purchase.id = attempt.purchase_id where attempt.id = ${reference})
    when 'deposit' then (
      select concat_ws(' ', (select name from payment_method where payment_method.id = method_id), ${topUpsBegin(installation)}::text || top_up.id)
      from top_up where top_up.id = ${reference})
    when 'cash_out' then (
      select concat_ws(' ', ${JSON.stringify(bankNames)}::jsonb ->> bank_code,
        case when ${event} = 'cash_out.rejected' then case state when 3 then ${cashOutEndings.rejected} else ${cashOutEndings.withdrawn} end end,
        ${cashOutsBegin(installation)}::text || cash_out.id)
      from cash_out where cash_out.id = ${reference})
    when 'debt' then ${debtReason}
    else (select reason from adjustment where adjustment.id = ${reference})
  end)`
