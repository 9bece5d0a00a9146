import { searchedDigits } from '@lapak/contract/searched-digits'
import { searchedRowsMax } from '@lapak/contract/wallet'
import { sql } from 'kysely'
import { containing } from '#core/search.ts'
import type { Search } from '#ledger/statement.ts'
import { idOfCashOut } from '../cash-out/cash-out.ts'
import { idOfInvoice } from '../deposits/deposits.ts'

/** What is typed is a ticket's number, or part of what an order says of itself. */
export function searchFor(installation: string, typed: string): Search {
  const number = typed.toUpperCase()
  const deposit = idOfInvoice(installation, number)
  if (deposit !== null) return { events: ['deposit.approved', 'deposit.cancelled'], ...is(deposit) }
  const cashOut = idOfCashOut(installation, number)
  if (cashOut !== null) return { events: ['cash_out.requested', 'cash_out.rejected', 'cash_out.returned'], ...is(cashOut) }
  return ordersLike(typed)
}

const is = (id: bigint): Pick<Search, 'among' | 'referenceIs'> => ({
  among: null,
  referenceIs: (reference) => sql<boolean>`${reference} = ${id}`,
})

/**
 * Looked up entry by entry of the newest of the asked days, by number: a search over all purchases would find those of everybody first. A subquery of
 * one value is asked for each entry; `exists` might be planned as a join with all purchases.
 */
function ordersLike(typed: string): Search {
  const pattern = containing(typed)
  const digits = searchedDigits(typed)
  const target = digits === null ? pattern : containing(digits.number)
  return {
    among: searchedRowsMax,
    events: ['purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded'],
    referenceIs: (reference) => sql<boolean>`(
      select purchase.reffclient ilike ${pattern} or purchase.target ilike ${target} or purchase.product_code ilike ${pattern}
      from attempt join purchase on purchase.id = attempt.purchase_id where attempt.id = ${reference})`,
  }
}
