import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** Of tickets of money against who asked for, paid and decided them. */
export const rulesOfTickets: Rule[] = [
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
