import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { platformAccounts } from '../chart.ts'
import { rulesOfAudit } from './audited.ts'
import { rulesOfDebts } from './debts.ts'
import { rulesOfDestinations } from './destinations.ts'
import { rulesOfFees } from './fees.ts'
import { rulesOfHeldBack } from './held-back.ts'
import { rulesOfMatching } from './matching.ts'
import { rulesOfKeys } from './once.ts'
import { type Evidence, type Rule, since } from './rule.ts'
import { rulesOfSales } from './sales.ts'
import { rulesOfSums } from './sums.ts'
import { rulesOfTransfers } from './transfers.ts'

/** Rules that compare bank statements with the ledger. */
const rulesOfStatements: Rule[] = [
  {
    name: 'a row of a bank shows one thing, of its bank and sum',
    query: sql`
      select 'row ' || shown.id || ' shows ' || shown.explained || ' ' || shown.explained_id || ', which is none of its bank and sum' as row
      from bank_statement shown
      left join top_up on shown.explained = 'deposit' and top_up.id = shown.explained_id
        and top_up.state = 2 and top_up.cash_code = shown.bank_code and top_up.received = shown.amount
        -- What is paid at the provider counts as money of a bank too.
        and top_up.channel = 'transfer'
      -- Money that left a bank and came back without a booking there: the row that came in allows the row that went out.
      left join bank_statement back on shown.explained = 'cash_out' and shown.amount < 0 and back.explained = 'cash_out'
        and back.explained_id = shown.explained_id and back.amount > 0 and back.bank_code = shown.bank_code
      left join cash_out on shown.explained = 'cash_out' and cash_out.id = shown.explained_id and cash_out.amount = abs(shown.amount)
        and case
          when cash_out.state = 3 then cash_out.processed_at is not null and (shown.amount > 0 or back.id is not null)
          when shown.amount < 0 and back.id is null then cash_out.paid_from = shown.bank_code
          else cash_out.paid_from in (shown.bank_code, cash_out.bank_code) and (shown.amount < 0 or cash_out.returned_at is not null)
        end
      left join cash_transfer on shown.explained = 'cash_transfer' and cash_transfer.id = shown.explained_id
        and case when shown.amount < 0 then cash_transfer.from_code else cash_transfer.to_code end = shown.bank_code
        and cash_transfer.amount = abs(shown.amount)
      left join cash_correction on shown.explained = 'correction' and cash_correction.id = shown.explained_id
        and cash_correction.cash_code = shown.bank_code and cash_correction.amount = shown.amount
      where shown.explained_id is not null and coalesce(top_up.id, cash_out.id, cash_transfer.id, cash_correction.id) is null`,
  },
  {
    name: 'every ticket that a bank paid has its row',
    query: sql`
      select 'ticket ' || top_up.id || ' was paid by a row that is not there' as row
      from top_up
      left join bank_statement shown on shown.explained = 'deposit' and shown.explained_id = top_up.id
      where top_up.how = 'statement' and top_up.state = 2 and shown.id is null`,
  },
  {
    name: 'no ticket is paid by a row whose sum had left another account of the platform unbooked',
    // Only rows of our accounts that nobody has explained are compared, and only if the debit was stored an hour before, since no delivery takes longer. A debit that
    // comes later is an alert instead. Asked since migration 0017.
    query: sql`
      select 'row ' || came.id || ' of ' || came.amount || ' paid ticket ' || ticket.id || ', and row ' || gone.id || ' had left ' || gone.bank_code as row
      from bank_statement came
      join top_up ticket on ticket.id = came.explained_id and ticket.state = 2 and ticket.how = 'statement'
      join bank_statement gone on gone.amount = -came.amount and gone.bank_code <> came.bank_code
        and gone.explained = 'new' and gone.explained_by is null
        and gone.happened_at > came.happened_at - interval '4 days' and gone.happened_at < came.happened_at + interval '4 days'
        and gone.created_at < came.created_at - interval '1 hour'
      join payment_method method on method.cash_code = gone.bank_code and method.channel = 'transfer' and method.account_no <> ''
        and ltrim(gone.account_no, '0') in ('', ltrim(regexp_replace(method.account_no, '\\D', '', 'g'), '0'))
      where came.explained = 'deposit' and came.explained_by is null
        and came.explained_at > ${since('0017-statement-changes')}`,
  },
  {
    name: 'money waits for its owner exactly as long as its row of a bank says so',
    query: sql`
      select 'row ' || coalesce(shown.id, money.statement_id) || ' of ' || coalesce(shown.amount, 0) || ', waiting ' || coalesce(money.amount, 0) as row
      from (select id, bank_code, amount from bank_statement where explained = 'unmatched') shown
      full join (select statement_id, cash_code, amount from suspense_item where closed_at is null and statement_id is not null) money
        on money.statement_id = shown.id
      where shown.amount is distinct from money.amount or shown.bank_code is distinct from money.cash_code`,
  },
  {
    name: 'money without an owner is shown by a row of a bank or by a payment at the provider',
    query: sql`
      select 'money ' || id || ' of ' || amount || ' at ' || cash_code as row
      from suspense_item where num_nonnulls(statement_id, gateway_payment_id) <> 1`,
  },
  {
    // After all explanations and corrections, the money is in exactly one place: in one approved ticket, in suspense, or out of the books.
    name: 'money that a row of a bank shows is once where its row says',
    query: sql`
      select 'row ' || shown.id || ' of ' || shown.amount || ' is ' || shown.explained || ' ' || coalesce(shown.explained_id, 0) || ': its money counts ' || money.times || ' times' as row
      from bank_statement shown
      join (
        select statement_id, count(*) filter (where closed_at is null or closed_how = 'explained' or given.state = 2) as times,
          bool_or(closed_at is null) as waits, bool_or(closed_how = 'explained') as left_the_books,
          max(top_up_id) filter (where given.state = 2) as ticket
        from suspense_item left join top_up given on given.id = suspense_item.top_up_id
        group by statement_id
      ) money on money.statement_id = shown.id
      where money.times <> 1 or case shown.explained
        when 'new' then true
        when 'unmatched' then not money.waits
        when 'deposit' then not money.left_the_books and money.ticket is distinct from shown.explained_id
        else not money.left_the_books
      end`,
  },
]

/** Rules of the ledger itself, without the rows that its references point to. */
const rulesOfBooks: Rule[] = [
  {
    name: 'every entry set is one event whose legs sum to zero',
    query: sql`
      select 'entry set ' || set_id || ' of ' || min(event) || ' ' || min(reference) || ' has ' || count(*) || ' legs and sums to ' || sum(amount) as row
      from entry group by set_id
      having sum(amount) <> 0 or min(leg) <> 1 or max(leg) <> count(*) or min(event) <> max(event) or min(reference) <> max(reference) or min(at) <> max(at)`,
  },
  {
    name: 'every entry names an account that exists',
    query: sql`
      select 'entry set ' || set_id || ' names account ' || account_id as row from entry
      where not exists (select from wallet where member_id = account_id) and not exists (select from system_account where id = account_id)`,
  },
  {
    name: 'every balance equals the sum of its entries',
    query: sql`
      select 'wallet ' || wallet.member_id || ' has ' || wallet.balance || ', its entries sum to ' || coalesce(sums.total, 0) as row
      from wallet left join (select account_id, sum(amount) as total from entry where account_id > 0 group by account_id) sums on sums.account_id = wallet.member_id
      where wallet.balance <> coalesce(sums.total, 0)`,
  },
  {
    name: 'every running balance follows from one before',
    // Set numbers are drawn under the wallet's lock, so they have the order of the wallet's changes, which is also the order of the statement.
    query: sql`
      select 'entry set ' || set_id || ' left wallet ' || account_id || ' at ' || balance_after || ', which had ' || stood || ' before ' || amount as row
      from (
        select set_id, account_id, amount, balance_after,
          coalesce(lag(balance_after) over (partition by account_id order by set_id, leg), 0) as stood
        from entry where account_id > 0
      ) steps
      where balance_after <> stood + amount`,
  },
  {
    name: 'the books run forward',
    // The time of an entry is the start of its transaction, and its set number is drawn later; no transaction takes an hour.
    query: sql`
      select 'entry set ' || set_id || ' is of ' || at || ', one before it of ' || coalesce(before, now()) as row
      from (
        select set_id, at, max(at) over (order by set_id rows between unbounded preceding and 1 preceding) as before from entry where leg = 1
      ) sets
      where at < before - interval '1 hour' or at > now() + interval '1 hour'`,
  },
  {
    name: 'no member is below zero',
    query: sql`select 'wallet ' || member_id || ' has ' || balance as row from wallet where balance < 0
      union all select 'entry set ' || set_id || ' left wallet ' || account_id || ' at ' || balance_after from entry where balance_after < 0`,
  },
  {
    name: 'the money in flight is the price of the pending purchases',
    query: sql`
      select 'in flight are ' || held.total || ', pending purchases cost ' || pending.total as row
      from (select coalesce(sum(amount), 0) as total from entry where account_id = ${sql.lit(platformAccounts.salesInFlight)}) held,
        (select coalesce(sum(price), 0) as total from purchase where transactionrc = 0) pending
      where held.total <> pending.total`,
  },
]

/** Rules that compare tickets with the members who created them and the administrators who paid or decided them. */
const rulesOfTickets: Rule[] = [
  {
    name: 'what a person approved stands in the audit, by that person',
    query: sql`
      select 'ticket ' || ticket.id || ' was approved by ' || coalesce(ticket.approved_by::text, 'nobody') || ', of whom the audit does not say so' as row
      from (
        select id, approved_by, 'deposit.approved' as event from top_up where how = 'admin'
        union all
        select id, approved_by, 'cash_out.paid' from cash_out where paid_how = 'hand'
      ) ticket
      left join (select event, subject, actor_id from audit where event in ('deposit.approved', 'cash_out.paid')) said
        on said.event = ticket.event and said.subject = ticket.id::text and said.actor_id = ticket.approved_by
      where said.subject is null`,
  },
  {
    name: 'a payment at the provider is in a ticket of the member who asked for it',
    query: sql`
      select 'payment ' || payment.id || ' named ' || payment.reference || ' is in ticket ' || ticket.id || ' of member ' || ticket.member_id
        || ', asked for by ' || coalesce(ask.member_id::text, 'nobody') as row
      from gateway_payment payment
      join top_up ticket on ticket.id = payment.top_up_id
      left join payment_request ask on ask.reference = payment.reference and ask.kind = payment.kind
      where payment.state = 'credited' and (ask.member_id is distinct from ticket.member_id or ask.top_up_id <> ticket.id)`,
  },
  {
    name: 'a payout has the name of its cash-out and number, and says why it failed',
    query: sql`
      select 'payout ' || payout.id || ' of cash-out ' || cash_out_id || ' is named ' || reference || ' and ' || state as row
      from payout, installation
      where reference <> 'CO-' || installation.code || '-' || cash_out_id || '-' || number or (state = 'failed' and failure is null)`,
  },
  {
    name: 'what is taken back was paid before',
    query: sql`
      select 'cash-out ' || id || ' was paid at ' || paid_at || ' and returned at ' || returned_at as row from cash_out where returned_at < paid_at
      union all
      select 'top-up ' || id || ' was paid at ' || approved_at || ' and taken back at ' || ended_at from top_up where ended_at < approved_at`,
  },
]

/**
 * All rules. Together they verify that no money was lost or invented: the ledger itself, every event against its business row, and every business row
 * against the ledger. Each rule reads its tables once, for any number of purchases.
 */
const rules: Rule[] = [
  ...rulesOfBooks,
  ...rulesOfTransfers,
  ...rulesOfTickets,
  ...rulesOfAudit,
  ...rulesOfDestinations,
  ...rulesOfKeys,
  ...rulesOfStatements,
  ...rulesOfMatching,
  ...rulesOfHeldBack,
  ...rulesOfFees,
  ...rulesOfSales,
  ...rulesOfDebts,
  ...rulesOfSums,
]

export const ruleNames = rules.map((rule) => rule.name)

export interface Breach {
  rule: string
  /** The first violating row, as text. */
  row: string
}

/** Checks every rule and the given verifications in one snapshot. Returns the first breach of each violated rule. */
export const checkLedger = (db: Database, evidence: readonly Evidence[] = []): Promise<Breach[]> =>
  db.snapshot((read) => breachesIn(read, evidence))

/** Like `checkLedger`, but within an existing transaction. */
export async function breachesIn(read: Reader, evidence: readonly Evidence[] = []): Promise<Breach[]> {
  await sql`set local statement_timeout = 0`.execute(read)
  // Every rule reads whole tables. Without statistics, the planner expects few rows and would choose nested loops, which compare each row with each
  // other row.
  await sql`set local enable_nestloop = off`.execute(read)
  await sql`set local work_mem = '64MB'`.execute(read)
  const breaches: Breach[] = []
  for (const rule of rules) breaches.push(...(await firstBreach(read, rule)))
  for (const { name, breaches: find } of evidence) breaches.push(...(await find(read)).slice(0, 1).map((row) => ({ rule: name, row })))
  return breaches
}

async function firstBreach(read: Reader, { name, query }: Rule): Promise<Breach[]> {
  // Without `limit`, because with it the planner prefers plans that are fast only if many rows violate the rule, and slow if no row does.
  const { rows } = await sql<{ row: string }>`select min(row) as row from (${query}) as broken having min(row) is not null`.execute(read)
  return rows.map(({ row }) => ({ rule: name, row }))
}
