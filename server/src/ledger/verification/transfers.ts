import { type RawBuilder, sql } from 'kysely'
import { platformAccounts } from '../chart.ts'
import { type Rule, since, sinceMigration20 } from './rule.ts'

const account = (id: bigint) => sql.lit(id)

/**
 * Events between members, banks and the platform. The legs are those of money-events.ts, written a second time to find mistakes in that file. `legs`
 * is a query for the legs that the rows of one table require: reference, event, account_id, amount. `bank` is the account for the row's cash code,
 * `at` the time of the event in the row.
 */
interface Demand {
  name: string
  events: RawBuilder<unknown>
  at: RawBuilder<unknown>
  legs: RawBuilder<unknown>
}

const demands: Demand[] = [
  {
    name: 'every deposit is booked as its ticket says, and no other',
    events: sql`('deposit.approved', 'deposit.cancelled')`,
    at: sql`case event when 'deposit.approved' then approved_at else ended_at end`,
    legs: sql`
      from top_up ticket join system_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('deposit.approved'::ledger_event, bank.id, -received),
          ('deposit.approved', member_id, credited),
          ('deposit.approved', ${account(platformAccounts.feeIncome)}, fee),
          ('deposit.cancelled', member_id, -credited),
          ('deposit.cancelled', ${account(platformAccounts.feeIncome)}, -fee),
          ('deposit.cancelled', bank.id, received)
        ) leg(event, account_id, amount)
      where approved_at is not null and (event = 'deposit.approved' or state = 4)`,
  },
  {
    name: 'every cash-out is booked as its request says, and no other',
    events: sql`('cash_out.requested', 'cash_out.paid', 'cash_out.rejected', 'cash_out.returned')`,
    at: sql`case event when 'cash_out.requested' then created_at when 'cash_out.paid' then paid_at when 'cash_out.rejected' then ended_at else returned_at end`,
    legs: sql`
      from cash_out ticket left join system_account bank on bank.code = ticket.paid_from,
        lateral (values
          ('cash_out.requested'::ledger_event, member_id, -ticket.amount),
          ('cash_out.requested', ${account(platformAccounts.cashOutsInFlight)}, ticket.amount),
          ('cash_out.paid', ${account(platformAccounts.cashOutsInFlight)}, -ticket.amount),
          ('cash_out.paid', bank.id, ticket.amount),
          ('cash_out.rejected', ${account(platformAccounts.cashOutsInFlight)}, -ticket.amount),
          ('cash_out.rejected', member_id, ticket.amount),
          ('cash_out.returned', bank.id, -ticket.amount),
          ('cash_out.returned', member_id, ticket.amount)
        ) leg(event, account_id, amount)
      where case event
        when 'cash_out.requested' then true
        when 'cash_out.paid' then paid_at is not null
        when 'cash_out.rejected' then state in (3, 4) and paid_at is null
        else returned_at is not null
      end`,
  },
  {
    name: 'money without an owner lies apart as long as its row is open',
    events: sql`('unmatched.received', 'unmatched.released')`,
    at: sql`case event when 'unmatched.received' then opened_at else closed_at end`,
    legs: sql`
      from suspense_item ticket join system_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('unmatched.received'::ledger_event, bank.id, -ticket.amount),
          ('unmatched.received', ${account(platformAccounts.suspense)}, ticket.amount),
          ('unmatched.released', ${account(platformAccounts.suspense)}, -ticket.amount),
          ('unmatched.released', bank.id, ticket.amount)
        ) leg(event, account_id, amount)
      where event = 'unmatched.received' or closed_at is not null`,
  },
  {
    name: 'money moves between banks as it was asked for, and no other',
    events: sql`('cash.transferred')`,
    at: sql`created_at`,
    legs: sql`
      from cash_transfer ticket join system_account source on source.code = from_code join system_account sink on sink.code = to_code,
        lateral (values
          ('cash.transferred'::ledger_event, sink.id, -ticket.amount),
          ('cash.transferred', source.id, ticket.amount)
        ) leg(event, account_id, amount)`,
  },
  {
    name: 'every correction of a bank is booked as its row says, and no other',
    events: sql`('cash.corrected')`,
    at: sql`created_at`,
    legs: sql`
      from cash_correction ticket join system_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('cash.corrected'::ledger_event, bank.id, -ticket.amount),
          ('cash.corrected', case when ticket.kind in ('bank_fee', 'gateway_cost', 'tax') then ${account(platformAccounts.gatewayCost)} else ${account(platformAccounts.adjustments)} end, ticket.amount)
        ) leg(event, account_id, amount)`,
  },
  {
    name: 'every adjustment is booked as its row says, and no other',
    events: sql`('adjustment.booked')`,
    at: sql`created_at`,
    legs: sql`
      from adjustment ticket,
        lateral (values
          ('adjustment.booked'::ledger_event, member_id, ticket.amount),
          ('adjustment.booked', ${account(platformAccounts.adjustments)}, -ticket.amount)
        ) leg(event, account_id, amount)`,
  },
  {
    name: 'every debt that was paid out of a balance is booked as its row says, and no other',
    events: sql`('debt.settled')`,
    at: sql`created_at`,
    legs: sql`
      from debt_settlement ticket,
        lateral (values
          ('debt.settled'::ledger_event, seller_id, -ticket.amount),
          ('debt.settled', ${account(platformAccounts.sellerReceivable)}, ticket.amount)
        ) leg(event, account_id, amount)`,
  },
]

/**
 * The largest difference between the time of a row, from the server's clock, and the time of its entry, which is the start of the transaction by the
 * database's clock.
 */
const clocksDiffer = sql`interval '1 hour'`

const asDemanded = ({ name, events, at, legs }: Demand): Rule => ({
  name,
  query: sql`
    select event || ' ' || reference || ': ' || coalesce(booked.amount, 0) || ' at account ' || account_id || ', its row demands ' || coalesce(demanded.amount, 0)
      || coalesce(', booked at ' || booked.at || ' for what happened at ' || demanded.at, '') as row
    from (select reference, event, account_id, sum(amount) as amount, min(at) as at from entry where event in ${events} group by reference, event, account_id) booked
    full join (select ticket.id as reference, leg.event, leg.account_id, leg.amount, ${at} as at ${legs}) demanded using (reference, event, account_id)
    where coalesce(booked.amount, 0) <> coalesce(demanded.amount, 0) or booked.at not between demanded.at - ${clocksDiffer} and demanded.at + ${clocksDiffer}`,
})

const assigned: Rule = {
  name: 'money that found its owner is in one ticket, and every such ticket has its money',
  query: sql`
    select 'ticket ' || coalesce(found.top_up_id, ticket.id) || ' got ' || coalesce(ticket.received, 0) || ' of ' || coalesce(found.amount, 0) || ' that had waited' as row
    from (select top_up_id, sum(amount) as amount, min(cash_code) as cash_code from suspense_item where closed_how = 'assigned' group by top_up_id) found
    full join (select * from top_up where how = 'assigned') ticket on ticket.id = found.top_up_id
    where ticket.received is distinct from found.amount or ticket.cash_code is distinct from found.cash_code`,
}

/** Each payment counts exactly once: in an approved ticket, in suspense, or as money that was explained as not the platform's. */
const provided: Rule = {
  name: 'a payment at the provider is in one ticket or waits, whole, and every such ticket has its payment',
  query: sql`
    select 'payment ' || coalesce(payment.id, 0) || ' of ' || coalesce(payment.amount, 0) || ': ticket ' || coalesce(ticket.id, 0) || ' got ' || coalesce(ticket.received, 0) || ', ' || coalesce(waiting.most, 0) || ' waited, counted ' || coalesce(waiting.counted, 0) || ' times' as row
    from gateway_payment payment
    full join (select * from top_up where how = 'gateway' and state = 2) ticket on ticket.id = payment.top_up_id
    left join (
      select gateway_payment_id, min(money.amount) as least, max(money.amount) as most, bool_or(given.channel = 'transfer') as at_bank,
        count(*) filter (where closed_at is null or closed_how = 'explained' or given.state = 2) as counted
      from suspense_item money left join top_up given on given.id = money.top_up_id
      where gateway_payment_id is not null
      group by gateway_payment_id
    ) waiting on waiting.gateway_payment_id = payment.id
    where case payment.state
      when 'new' then waiting.counted is not null
      when 'credited' then ticket.received is distinct from payment.amount or waiting.counted is not null
      when 'unmatched' then waiting.counted is distinct from 1 or waiting.least <> payment.amount or waiting.most <> payment.amount or waiting.at_bank
      else true
    end`,
}

const settled: Rule = {
  name: 'what was paid at the provider is settled within a day',
  query: sql`
    select 'payment ' || id || ' of ' || amount || ' since ' || created_at as row
    from gateway_payment where state = 'new' and created_at < now() - interval '1 day'`,
}

/** A payment that came before an approval by hand belongs to the approved ticket and must not pay a second ticket. */
const spokenOf: Rule = {
  name: 'no payment to an own account is in a ticket beside one that an administrator had approved for it',
  query: sql`
    select 'ticket ' || spoken.id || ' was approved by hand, and its payment ' || payment.id || ' is in ticket ' || ticket.id as row
    from top_up spoken
    join top_up ticket on ticket.member_id = spoken.member_id and ticket.nominal = spoken.nominal and ticket.channel = 'va'
      and ticket.how = 'gateway' and ticket.state = 2 and ticket.approved_at > spoken.approved_at
    join gateway_payment payment on payment.top_up_id = ticket.id and payment.paid_at < spoken.approved_at
    where spoken.channel = 'va' and spoken.how = 'admin' and spoken.state = 2`,
}

/**
 * Whether what an administrator confirmed with one ticket covers the other one: `beside` is the ticket credited last of all that were confirmed. Before
 * migration 0022, it was the one with the highest number.
 */
const covers = (ticket: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`exists (
  select from top_up confirmed where confirmed.id = ${ticket}.beside and (
    ${other}.approved_at <= confirmed.approved_at
    or (${ticket}.approved_at < ${since('0022-credited-last')} and ${other}.id <= confirmed.id)
  ))`
const [spokenTicket, givenTicket] = [sql.ref('spoken'), sql.ref('given')]

/** No row and no payment shows the money of the ticket `spoken`. A row that had shown it, and was opened again, was no reason to ask. */
const isUnshown = sql`
  not exists (select from bank_statement where explained = 'deposit' and explained_id = spoken.id)
  and not exists (select from gateway_payment where top_up_id = spoken.id)
  and not exists (
    select from audit where event in ('statement.explained', 'statement.reopened') and after ->> 'kind' = 'deposit'
      and after ->> 'reference' = spoken.id::text
  )`

/** As far back as the questions of administrators. */
const beforeDays = sql`interval '30 days'`

/**
 * A payment to a virtual account is credited without a ticket. If a ticket of the member is approved by hand as well, the later one is asked about:
 * the approval by an administrator, the payment by waiting for one (`overlappingCredits`, `ticketOfPayment`).
 */
const seenOverlap: Rule = {
  name: 'no ticket is approved by hand beside a payment to the virtual account of its member about which nobody was asked',
  query: sql`
    select 'ticket ' || spoken.id || ' was approved by hand, and payment ' || payment.id || ', about which nobody asked, is in ticket ' || given.id as row
    from top_up spoken
    join top_up given on given.member_id = spoken.member_id and given.state = 2 and given.expires_at is null
      and given.id <> spoken.id and not ${covers(spokenTicket, givenTicket)}
    join gateway_payment payment on payment.top_up_id = given.id
    where spoken.how = 'admin' and spoken.state = 2 and case
      when spoken.channel = 'va' and given.channel = 'va' and payment.created_at > spoken.created_at
        and (given.approved_at < spoken.approved_at or payment.paid_at < spoken.approved_at) then true
      when payment.kind <> 'va' or greatest(given.approved_at, spoken.approved_at) < ${sinceMigration20} then false
      when given.approved_at < spoken.approved_at then given.approved_at > spoken.created_at - ${beforeDays}
      else payment.paid_at < spoken.approved_at
    end
      and ${isUnshown}`,
}

/**
 * An approval by hand whose money neither a row nor a payment shows, and money that an administrator gave to the same member without a ticket of its
 * sum, may be the same money. Whoever decides later is asked, and the ticket says about which other ticket: `beside`. Without that, money was credited
 * twice, or nobody knows. The days are those of the questions (`perhapsCounted`, `overlappingCredits`), which are asked since migration 0017, and
 * whatever the channels since 0020.
 */
const askedAbout: Rule = {
  name: 'no money that an administrator gave to a member is beside an approval by hand without a row about which nobody was asked',
  query: sql`
    select 'ticket ' || spoken.id || ' was approved by hand without a row, and ' || given.received || ' of the same member are in ticket ' || given.id as row
    from top_up given
    join suspense_item money on money.top_up_id = given.id and money.closed_how = 'assigned'
    left join bank_statement shown on shown.id = money.statement_id
    left join gateway_payment payment on payment.id = money.gateway_payment_id
    join top_up spoken on spoken.member_id = given.member_id and spoken.how = 'admin' and spoken.state = 2
    where given.how = 'assigned' and given.state = 2 and (given.expires_at is null or given.received <> given.nominal)
      and not ${covers(givenTicket, spokenTicket)} and not ${covers(spokenTicket, givenTicket)}
      and greatest(given.approved_at, spoken.approved_at) > case when given.channel = spoken.channel then ${since('0017-statement-changes')} else ${sinceMigration20} end
      and case
        when given.approved_at > spoken.approved_at
          then spoken.approved_at > coalesce(shown.happened_at, payment.paid_at, payment.created_at) - ${beforeDays}
        when spoken.approved_at > ${sinceMigration20} then given.approved_at > spoken.created_at - ${beforeDays}
        when given.channel = 'transfer' then given.approved_at > spoken.created_at - interval '7 days'
        else given.channel = 'va' and payment.created_at > spoken.created_at
      end
      and ${isUnshown}`,
}

const paidOut: Rule = {
  name: 'a cash-out stands as its payouts do: one paid it, whole and from its account, or one is under way, or none',
  query: sql`
    select 'cash-out ' || coalesce(ticket.id, payout.cash_out_id) || ' of ' || coalesce(ticket.amount, 0) || ' at ' || coalesce(ticket.state::text, 'no provider') || ', its payout of ' || coalesce(payout.amount, 0) || ' ' || coalesce(payout.state, 'is missing') as row
    from (select * from payout where state in ('succeeded', 'reversed')) payout
    full join (select * from cash_out where paid_how = 'provider') ticket on ticket.id = payout.cash_out_id
    where payout.amount is distinct from ticket.amount or ticket.paid_from <> '06' or (payout.state = 'reversed') <> (ticket.returned_at is not null)
    union all
    select 'payout ' || reference || ' is under way for a cash-out at ' || ticket.state
    from payout join cash_out ticket on ticket.id = cash_out_id
    where payout.state in ('new', 'asking', 'unknown', 'waits') and (ticket.state <> 1 or ticket.amount <> payout.amount)`,
}

/**
 * A failed payout that the provider calls paid counts as paid. One payment is owed while the cash-out is processed or paid by the provider, else none.
 * The money of the others has left account 06: an administrator books each as a loss there, once it is clear that it does not come back. A
 * loss counts since its payout was requested, however often the provider repeats itself later.
 */
const paidOnce: Rule = {
  name: 'the provider calls no payout paid but the one that paid its cash-out, or its loss is booked',
  query: sql`
    with called as materialized (
      select payout.reference, payout.amount, payout.created_at as at, ticket.state,
        row_number() over (partition by cash_out_id order by payout.state = 'succeeded' desc, number)
          > case when ticket.state = 1 or (ticket.state = 2 and ticket.paid_how = 'provider') then 1 else 0 end as is_more
      from payout join cash_out ticket on ticket.id = cash_out_id
      where payout.state = 'succeeded' or (payout.state = 'failed' and contradiction = 'succeeded')
    ),
    more as materialized (select * from called where is_more)
    select 'payout ' || reference || ' of ' || amount || ' is called paid, beside what its cash-out at ' || state || ' owes' as row
    from more
    where (select count(*) from more later where later.amount = more.amount and later.at >= more.at)
      > (select count(*) from cash_correction where cash_code = '06' and kind = 'loss' and amount = -more.amount and created_at >= more.at)`,
}

export const rulesOfTransfers: Rule[] = [
  ...demands.map(asDemanded),
  assigned,
  provided,
  settled,
  spokenOf,
  seenOverlap,
  askedAbout,
  paidOut,
  paidOnce,
]
