import { sql } from 'kysely'
import { type Rule, sinceMigration20, tolerance } from './rule.ts'

/* Fees of top-ups and sales, computed a second time. What a method or setting asked for before its last change is not kept, so it is not compared. */

/** `topupFee` of the contract. */
const methodFee = (amount: ReturnType<typeof sql>) => sql`(method.fee_flat + (${amount} * method.fee_basis_points + 9999) / 10000)`

export const rulesOfFees: Rule[] = [
  {
    name: 'a ticket has the fee that its method asks for',
    // Tickets since the last change of their method are compared: what a method asked for before is not kept. A ticket without a deadline was made for
    // money that came, of which the largest sum is credited that leaves the fee.
    query: sql`
      select 'ticket ' || ticket.id || ' of ' || ticket.amount || ' has the fee ' || ticket.fee || ', not that of method ' || method.id as row
      from top_up ticket join payment_method method on method.id = ticket.method_id
      where ticket.created_at > greatest(method.updated_at, ${sinceMigration20}) + ${tolerance} and ticket.how is distinct from 'opening' and case
        when ticket.expires_at is not null then ticket.fee <> ${methodFee(sql`ticket.amount`)}
        else ticket.amount + ${methodFee(sql`ticket.amount`)} > ticket.nominal
          or ticket.amount + 1 + ${methodFee(sql`(ticket.amount + 1)`)} <= ticket.nominal
      end`,
  },
  {
    name: 'a sale has the fee that the settings ask for',
    // Purchases since the last change of these settings are compared, whose defaults are zero: then no attempt was made under former ones.
    query: sql`
      select 'purchase ' || id || ' of ' || price || ' has the fee ' || fee as row
      from purchase
      where created_at > greatest((select max(at) from setting_change where name in ('sale.feeFlat', 'sale.feeBasisPoints')), ${sinceMigration20}) + ${tolerance}
        and fee <> least(price, coalesce((select (value #>> '{}')::bigint from setting where name = 'sale.feeFlat'), 0)
          + price * coalesce((select (value #>> '{}')::bigint from setting where name = 'sale.feeBasisPoints'), 0) / 10000)`,
  },
]
