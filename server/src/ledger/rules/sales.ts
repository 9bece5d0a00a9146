import { sql } from 'kysely'
import { house } from '../chart.ts'
import type { Rule } from './rule.ts'

const inFlight = sql.lit(house.salesInFlight)
const feeIncome = sql.lit(house.feeIncome)
const receivable = sql.lit(house.sellerReceivable)

/**
 * The legs that attempts and purchases demand, as entries.ts has them, written a second time so that a mistake is not made
 * twice. How much of a debt a sale recovered, and how much of a refund was not covered, is known to the books alone; more than
 * the seller's share it cannot be, and the rules of debts say whose it is.
 */
const demanded = sql`
  owing as materialized (
    select reference, sum(amount) filter (where event = 'purchase.settled') as recovered, -sum(amount) filter (where event = 'purchase.refunded') as uncovered
    from entry where account_id = ${receivable} and event in ('purchase.settled', 'purchase.refunded') group by reference
  ),
  sale as (
    select attempt.id, attempt.seller_id, attempt.price, attempt.state, purchase.buyer_id, purchase.fee, purchase.refunded_at is not null as refunded,
      least(greatest(coalesce(owing.recovered, 0), 0), attempt.price - purchase.fee) as recovered,
      least(greatest(coalesce(owing.uncovered, 0), 0), attempt.price - purchase.fee) as uncovered
    from attempt join purchase on purchase.id = attempt.purchase_id left join owing on owing.reference = attempt.id
  ),
  demanded as (
    select leg.event, sale.id as reference, leg.account_id, leg.amount
    from sale cross join lateral (values
      ('purchase.held'::ledger_event, true, buyer_id, -price),
      ('purchase.held', true, ${inFlight}, price),
      ('purchase.released', state in (5, 6), ${inFlight}, -price),
      ('purchase.released', state in (5, 6), buyer_id, price),
      ('purchase.settled', state = 4, ${inFlight}, -price),
      ('purchase.settled', state = 4, seller_id, price - fee - recovered),
      ('purchase.settled', state = 4, ${feeIncome}, fee),
      ('purchase.settled', state = 4, ${receivable}, recovered),
      ('purchase.refunded', state = 4 and refunded, seller_id, uncovered - (price - fee)),
      ('purchase.refunded', state = 4 and refunded, ${receivable}, -uncovered),
      ('purchase.refunded', state = 4 and refunded, ${feeIncome}, -fee),
      ('purchase.refunded', state = 4 and refunded, buyer_id, price)
    ) as leg(event, due, account_id, amount)
    where leg.due and leg.amount <> 0
  )`

/** Of purchases and their attempts against the books, and against one another. */
export const rulesOfSales: Rule[] = [
  {
    name: 'every attempt has exactly the entries that its state demands, and no others are of a sale',
    query: sql`
      with ${demanded}
      select event || ' ' || reference || ': ' || amount || ' at account ' || account_id || case when sum(side) > 0 then ' is missing' else ' is not due' end as row
      from (
        select event, reference, account_id, amount, 1 as side from demanded
        union all select event, reference, account_id, amount, -1 from entry
        where event in ('purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded')
      ) legs
      group by event, reference, account_id, amount having sum(side) <> 0 limit 1`,
  },
  {
    name: 'attempts belong to a purchase and are numbered from 1 without a gap',
    query: sql`
      select 'purchase ' || trail.purchase_id || case when purchase.id is null then ' does not exist and' else '' end || ' has ' || attempts || ' attempts, numbered from ' || first || ' to ' || last as row
      from (select purchase_id, count(*) as attempts, min(number) as first, max(number) as last from attempt group by purchase_id) trail
      left join purchase on purchase.id = trail.purchase_id
      where purchase.id is null or first <> 1 or last <> attempts limit 1`,
  },
  {
    name: 'all attempts of a purchase but the last one have failed',
    query: sql`
      select 'attempt ' || attempt.id || ' in state ' || attempt.state || ' is followed by attempt ' || next.id as row
      from attempt join attempt next on next.purchase_id = attempt.purchase_id and next.number = attempt.number + 1
      where attempt.state not in (5, 6) limit 1`,
  },
  {
    name: 'a purchase stands as its last attempt does, at the same seller, offer and price',
    query: sql`
      select 'purchase ' || purchase.id || ' is in state ' || purchase.transactionrc || coalesce(', refunded at ' || refunded_at, '') || ', offer ' || purchase.offer_id || ' of seller ' || purchase.seller_id
        || ' at ' || purchase.price || '; its last attempt ' || coalesce('is in state ' || last.state || ', offer ' || last.offer_id || ' of seller ' || last.seller_id || ' at ' || last.price, 'is missing') as row
      from purchase left join (
        select distinct on (purchase_id) purchase_id, state, seller_id, offer_id, price from attempt order by purchase_id, number desc
      ) last on last.purchase_id = purchase.id
      where (purchase.seller_id, purchase.offer_id, purchase.price) is distinct from (last.seller_id, last.offer_id, last.price)
        or (purchase.refunded_at is not null and purchase.transactionrc <> 2)
        or case
          when purchase.transactionrc = 0 then last.state <= 3
          when purchase.transactionrc = 1 or purchase.refunded_at is not null then last.state = 4
          else last.state in (5, 6)
        end is not true
      limit 1`,
  },
  {
    name: 'a price covers its amount and its fee and keeps to its ceiling',
    query: sql`
      select 'purchase ' || id || ' costs ' || price || ' with the amount ' || coalesce(amount, 0) || ', the fee ' || fee || ' and the ceiling ' || coalesce(maxprice::text, 'none') as row
      from purchase where price < coalesce(amount, 0) or price < fee or price > maxprice limit 1`,
  },
  {
    name: 'every attempt is at an offer of its seller for the product of its purchase',
    query: sql`
      select 'attempt ' || attempt.id || ' of product ' || purchase.product_id || ' at seller ' || attempt.seller_id || ' names offer ' || attempt.offer_id as row
      from attempt join purchase on purchase.id = attempt.purchase_id left join offer on offer.id = attempt.offer_id
      where (offer.seller_id, offer.product_id) is distinct from (attempt.seller_id, purchase.product_id) limit 1`,
  },
  {
    name: 'a bill and the purchase that paid it name each other, with buyer, offer, target and price',
    query: sql`
      select 'purchase ' || coalesce(purchase.id::text, 'none') || ' pays bill ' || coalesce(bill.id::text, 'none') as row
      from (select * from purchase where inquiry_id is not null) purchase
      full join (select * from inquiry where purchase_id is not null) bill on bill.id = purchase.inquiry_id and bill.purchase_id = purchase.id
      where (purchase.buyer_id, purchase.product_id, purchase.offer_id, purchase.target, purchase.price)
        is distinct from (bill.buyer_id, bill.product_id, bill.offer_id, bill.target, bill.price) limit 1`,
  },
  {
    name: 'what a person decided is how the purchase stands',
    query: sql`
      select 'purchase ' || purchase_id || ' was forced from state ' || from_state || ' to ' || to_state || ' and is in state ' || coalesce(transactionrc::text, 'none') as row
      from purchase_force left join purchase on purchase.id = purchase_id
      where case
        when from_state = 0 and to_state = 1 then transactionrc = 1 or refunded_at is not null
        when from_state = 0 and to_state = 2 then transactionrc = 2 and refunded_at is null
        when from_state = 1 and to_state = 2 then refunded_at is not null
      end is not true
      limit 1`,
  },
  {
    name: 'each decision about a purchase was taken once, and every refund by a person',
    query: sql`
      select 'purchase ' || purchase_id || ' was forced from state ' || from_state || ' ' || count(*) || ' times' as row
      from purchase_force group by purchase_id, from_state having count(*) > 1
      union all
      select 'purchase ' || id || ' was refunded by nobody' from purchase
      where refunded_at is not null and not exists (select from purchase_force where purchase_id = purchase.id and from_state = 1)
      limit 1`,
  },
  {
    name: 'no stock is below zero',
    query: sql`select 'offer ' || offer_id || ' has ' || remaining || ' left' as row from offer_stock where remaining < 0 limit 1`,
  },
]
