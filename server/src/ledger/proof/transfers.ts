import { type RawBuilder, sql } from 'kysely'
import { house } from '../chart.ts'
import type { Rule } from './rule.ts'

const account = (id: bigint) => sql.lit(id)

/**
 * Events between a member, the banks and the house, as money-events.ts has them, written a second time so that a mistake is
 * not made twice. Each demand is a query for the legs that its rows ask for: reference, event, account_id, amount. `bank` is the
 * account of the row's cash code.
 */
interface Demand {
  name: string
  events: RawBuilder<unknown>
  legs: RawBuilder<unknown>
}

const demands: Demand[] = [
  {
    name: 'every deposit is booked as its ticket says, and no other',
    events: sql`('deposit.approved', 'deposit.cancelled')`,
    legs: sql`
      from deposit ticket join house_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('deposit.approved'::ledger_event, bank.id, -received),
          ('deposit.approved', member_id, credited),
          ('deposit.approved', ${account(house.feeIncome)}, fee),
          ('deposit.cancelled', member_id, -credited),
          ('deposit.cancelled', ${account(house.feeIncome)}, -fee),
          ('deposit.cancelled', bank.id, received)
        ) leg(event, account_id, amount)
      where approved_at is not null and (event = 'deposit.approved' or state = 4)`,
  },
  {
    name: 'every cash-out is booked as its request says, and no other',
    events: sql`('cash_out.requested', 'cash_out.paid', 'cash_out.rejected', 'cash_out.returned')`,
    legs: sql`
      from cash_out ticket left join house_account bank on bank.code = ticket.paid_from,
        lateral (values
          ('cash_out.requested'::ledger_event, member_id, -ticket.amount),
          ('cash_out.requested', ${account(house.cashOutsInFlight)}, ticket.amount),
          ('cash_out.paid', ${account(house.cashOutsInFlight)}, -ticket.amount),
          ('cash_out.paid', bank.id, ticket.amount),
          ('cash_out.rejected', ${account(house.cashOutsInFlight)}, -ticket.amount),
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
    legs: sql`
      from unmatched_money ticket join house_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('unmatched.received'::ledger_event, bank.id, -ticket.amount),
          ('unmatched.received', ${account(house.unmatchedDeposits)}, ticket.amount),
          ('unmatched.released', ${account(house.unmatchedDeposits)}, -ticket.amount),
          ('unmatched.released', bank.id, ticket.amount)
        ) leg(event, account_id, amount)
      where event = 'unmatched.received' or closed_at is not null`,
  },
  {
    name: 'money moves between banks as it was asked for, and no other',
    events: sql`('cash.transferred')`,
    legs: sql`
      from cash_transfer ticket join house_account source on source.code = from_code join house_account sink on sink.code = to_code,
        lateral (values
          ('cash.transferred'::ledger_event, sink.id, -ticket.amount),
          ('cash.transferred', source.id, ticket.amount)
        ) leg(event, account_id, amount)`,
  },
  {
    name: 'every correction of a bank is booked as its row says, and no other',
    events: sql`('cash.corrected')`,
    legs: sql`
      from cash_correction ticket join house_account bank on bank.code = ticket.cash_code,
        lateral (values
          ('cash.corrected'::ledger_event, bank.id, -ticket.amount),
          ('cash.corrected', case when ticket.kind in ('bank_fee', 'gateway_cost', 'tax') then ${account(house.gatewayCost)} else ${account(house.adjustments)} end, ticket.amount)
        ) leg(event, account_id, amount)`,
  },
  {
    name: 'every adjustment is booked as its row says, and no other',
    events: sql`('adjustment.booked')`,
    legs: sql`
      from adjustment ticket,
        lateral (values
          ('adjustment.booked'::ledger_event, member_id, ticket.amount),
          ('adjustment.booked', ${account(house.adjustments)}, -ticket.amount)
        ) leg(event, account_id, amount)`,
  },
]

const asDemanded = ({ name, events, legs }: Demand): Rule => ({
  name,
  query: sql`
    select event || ' ' || reference || ': ' || coalesce(booked.amount, 0) || ' at account ' || account_id || ', its row demands ' || coalesce(demanded.amount, 0) as row
    from (select reference, event, account_id, sum(amount) as amount from entry where event in ${events} group by reference, event, account_id) booked
    full join (select ticket.id as reference, leg.event, leg.account_id, leg.amount ${legs}) demanded using (reference, event, account_id)
    where coalesce(booked.amount, 0) <> coalesce(demanded.amount, 0)`,
})

const assigned: Rule = {
  name: 'money that found its owner is in one ticket, and every such ticket has its money',
  query: sql`
    select 'ticket ' || coalesce(found.deposit_id, ticket.id) || ' got ' || coalesce(ticket.received, 0) || ' of ' || coalesce(found.amount, 0) || ' that had waited' as row
    from (select deposit_id, sum(amount) as amount, min(cash_code) as cash_code from unmatched_money where closed_how = 'assigned' group by deposit_id) found
    full join (select * from deposit where how = 'assigned') ticket on ticket.id = found.deposit_id
    where ticket.received is distinct from found.amount or ticket.cash_code is distinct from found.cash_code`,
}

export const rulesOfTransfers: Rule[] = [...demands.map(asDemanded), assigned]
