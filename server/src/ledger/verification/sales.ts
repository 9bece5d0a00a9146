import { sql } from 'kysely'
import { platformAccounts } from '../chart.ts'
import type { Rule } from './rule.ts'

/** The events of sales; the reference of each is an attempt. */
const eventsOfSales = sql`('purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded')`

const inFlight = sql.lit(platformAccounts.salesInFlight)
const feeIncome = sql.lit(platformAccounts.feeIncome)
const receivable = sql.lit(platformAccounts.sellerReceivable)

/**
 * Every attempt, with the values that determine its entries. Two values are stored only in the ledger: the part of a sale that paid a debt, and the
 * part of a refund that the seller's balance did not cover. They are limited by the seller's share and checked by the rules of debts. `paid` and
 * `taken` are the credit and the debit of the seller's wallet.
 */
const sales = sql`
  owing as materialized (
    select reference, sum(amount) filter (where event = 'purchase.settled') as recovered, -sum(amount) filter (where event = 'purchase.refunded') as uncovered
    from entry where account_id = ${receivable} and event in ('purchase.settled', 'purchase.refunded') group by reference
  ),
  attempted as (
    select attempt.id, purchase.buyer_id, attempt.seller_id, attempt.price, purchase.fee, state in (5, 6) as released, state = 4 as settled,
      state = 4 and purchase.refunded_at is not null as refunded,
      case when owing.reference is null then 0 else least(greatest(coalesce(owing.recovered, 0), 0), attempt.price - purchase.fee)::bigint end as recovered,
      case when owing.reference is null then 0 else least(greatest(coalesce(owing.uncovered, 0), 0), attempt.price - purchase.fee)::bigint end as uncovered
    from attempt join purchase on purchase.id = attempt.purchase_id left join owing on owing.reference = attempt.id
  ),
  sale as (
    select *, price - fee - recovered as paid, price - fee - uncovered as taken from attempted
  )`

/** Rules of purchases and attempts against the ledger and against each other. */
export const rulesOfSales: Rule[] = [
  {
    name: 'every entry of a sale is one that its attempt demands',
    // The legs are those of money-events.ts, written a second time to find mistakes in that file.
    query: sql`
      with ${sales}
      select event || ' ' || reference || ': ' || amount || ' at account ' || account_id as row
      from entry left join sale on sale.id = entry.reference
      where event in ${eventsOfSales} and case event
        when 'purchase.held' then (account_id, amount) in ((buyer_id, -price), (${inFlight}, price))
        when 'purchase.released' then released and (account_id, amount) in ((${inFlight}, -price), (buyer_id, price))
        when 'purchase.settled' then settled and (account_id, amount) in ((${inFlight}, -price), (seller_id, paid), (${feeIncome}, fee), (${receivable}, recovered))
        when 'purchase.refunded' then refunded and (account_id, amount) in ((seller_id, -taken), (${receivable}, -uncovered), (${feeIncome}, -fee), (buyer_id, price))
      end is not true`,
  },
  {
    name: 'every attempt has all the entries that its state demands',
    // The rule above verifies that each existing entry is a required one, so the counts and sums per account show whether any required entry is
    // missing.
    query: sql`
      with ${sales},
      booked as (
        select reference, sum(account_id) as accounts, count(*) filter (where event = 'purchase.held') as held, count(*) filter (where event = 'purchase.released') as released,
          count(*) filter (where event = 'purchase.settled') as settled, count(*) filter (where event = 'purchase.refunded') as refunded
        from entry where event in ${eventsOfSales} group by reference
      ),
      demanded as (
        select id, 2 as held, case when released then 2 else 0 end as released,
          case when settled then 1 + (paid <> 0)::integer + (fee <> 0)::integer + (recovered <> 0)::integer else 0 end as settled,
          case when refunded then 1 + (taken <> 0)::integer + (fee <> 0)::integer + (uncovered <> 0)::integer else 0 end as refunded,
          buyer_id + ${inFlight}
            + case when released then buyer_id + ${inFlight} else 0 end
            + case when settled then ${inFlight} + case when paid <> 0 then seller_id else 0 end + case when fee <> 0 then ${feeIncome} else 0 end
              + case when recovered <> 0 then ${receivable} else 0 end else 0 end
            + case when refunded then buyer_id + case when taken <> 0 then seller_id else 0 end + case when fee <> 0 then ${feeIncome} else 0 end
              + case when uncovered <> 0 then ${receivable} else 0 end else 0 end as accounts
        from sale
      )
      select 'attempt ' || id || ' has ' || coalesce(booked.held, 0) || ', ' || coalesce(booked.released, 0) || ', ' || coalesce(booked.settled, 0) || ' and ' || coalesce(booked.refunded, 0)
        || ' legs of its hold, release, settlement and refund; due are ' || demanded.held || ', ' || demanded.released || ', ' || demanded.settled || ' and ' || demanded.refunded as row
      from demanded left join booked on booked.reference = demanded.id
      where (booked.held, booked.released, booked.settled, booked.refunded, booked.accounts)
        is distinct from (demanded.held, demanded.released, demanded.settled, demanded.refunded, demanded.accounts)`,
  },
  {
    name: 'attempts belong to a purchase and are numbered from 1 without a gap',
    query: sql`
      select 'purchase ' || trail.purchase_id || case when purchase.id is null then ' does not exist and' else '' end || ' has ' || attempts || ' attempts, numbered from ' || first || ' to ' || last as row
      from (select purchase_id, count(*) as attempts, min(number) as first, max(number) as last from attempt group by purchase_id) trail
      left join purchase on purchase.id = trail.purchase_id
      where purchase.id is null or first <> 1 or last <> attempts`,
  },
  {
    name: 'all attempts of a purchase but the last one have failed',
    query: sql`
      select 'attempt ' || attempt.id || ' in state ' || attempt.state || ' is followed by attempt ' || next.id as row
      from attempt join attempt next on next.purchase_id = attempt.purchase_id and next.number = attempt.number + 1
      where attempt.state not in (5, 6)`,
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
        end is not true`,
  },
  {
    name: 'a price covers its amount and its fee and keeps to its ceiling',
    query: sql`
      select 'purchase ' || id || ' costs ' || price || ' with the amount ' || coalesce(amount, 0) || ', the fee ' || fee || ' and the ceiling ' || coalesce(maxprice::text, 'none') as row
      from purchase where price < coalesce(amount, 0) or price < fee or price > maxprice`,
  },
  {
    name: 'every attempt is at an offer of its seller for the product of its purchase',
    query: sql`
      select 'attempt ' || attempt.id || ' of product ' || purchase.product_id || ' at seller ' || attempt.seller_id || ' names offer ' || attempt.offer_id as row
      from attempt join purchase on purchase.id = attempt.purchase_id left join offer on offer.id = attempt.offer_id
      where (offer.seller_id, offer.product_id) is distinct from (attempt.seller_id, purchase.product_id)`,
  },
  {
    name: 'a bill and the purchase that paid it name each other, with buyer, offer, target and price',
    query: sql`
      select 'purchase ' || coalesce(purchase.id::text, 'none') || ' pays bill ' || coalesce(bill.id::text, 'none') as row
      from (select * from purchase where inquiry_id is not null) purchase
      full join (select * from inquiry where purchase_id is not null) bill on bill.id = purchase.inquiry_id and bill.purchase_id = purchase.id
      where (purchase.buyer_id, purchase.product_id, purchase.offer_id, purchase.target, purchase.price)
        is distinct from (bill.buyer_id, bill.product_id, bill.offer_id, bill.target, bill.price)`,
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
      end is not true`,
  },
  {
    name: 'each decision about a purchase was taken once, and every refund by a person',
    query: sql`
      select 'purchase ' || purchase_id || ' was forced from state ' || from_state || ' ' || count(*) || ' times' as row
      from purchase_force group by purchase_id, from_state having count(*) > 1
      union all
      select 'purchase ' || id || ' was refunded by nobody' from purchase
      where refunded_at is not null and not exists (select from purchase_force where purchase_id = purchase.id and from_state = 1)`,
  },
  {
    name: 'a dispute is about a success between its two sides, ends in a refund only with one, and no seller gives back without one',
    query: sql`
      select 'dispute ' || dispute.id || ' in state ' || dispute.state || ' is about purchase ' || dispute.purchase_id as row
      from dispute left join purchase on purchase.id = dispute.purchase_id
      where (dispute.buyer_id, dispute.seller_id) is distinct from (purchase.buyer_id, purchase.seller_id)
        or (dispute.state <> 2 and purchase.transactionrc <> 1 and purchase.refunded_at is null)
        or (dispute.state in (0, 1, 2)) and (dispute.state = 2) is distinct from (purchase.refunded_at is not null)
      union all
      select 'purchase ' || purchase_id || ' was given back by its seller without a dispute'
      from purchase_force join purchase on purchase.id = purchase_id and purchase.seller_id = purchase_force.member_id
      where from_state = 1 and not exists (select from dispute where dispute.purchase_id = purchase_force.purchase_id and state = 2 and ended_by = member_id)`,
  },
  {
    name: 'of the claims about a purchase one runs at a time, and none begins once money was given back or an administrator decided',
    query: sql`
      select 'dispute ' || later.id || ' about purchase ' || later.purchase_id || ' began beside dispute ' || earlier.id as row
      from dispute later join dispute earlier on earlier.purchase_id = later.purchase_id and earlier.id < later.id
      where earlier.kind = later.kind or earlier.state in (2, 3) or earlier.ended_at is null or earlier.ended_at > later.created_at`,
  },
  {
    name: 'no stock is below zero',
    query: sql`select 'offer ' || offer_id || ' has ' || remaining || ' left' as row from offer_stock where remaining < 0`,
  },
  {
    name: 'what is left of a stock is what was counted, less what was sold of it',
    query: sql`
      select 'offer ' || stock.offer_id || ' has ' || stock.remaining || ' left, of ' || coalesce(counted.pieces, 0) || ' that were counted and ' || coalesce(sold.pieces, 0) || ' sold' as row
      from offer_stock stock
      left join (
        select stock_count.offer_id, sum(change) as pieces from stock_count join offer_stock on offer_stock.offer_id = stock_count.offer_id and at >= since group by stock_count.offer_id
      ) counted on counted.offer_id = stock.offer_id
      left join (
        select attempt.offer_id, count(*) as pieces from attempt join offer_stock on offer_stock.offer_id = attempt.offer_id and attempt.created_at >= since
        where attempt.stocked and attempt.state not in (5, 6) group by attempt.offer_id
      ) sold on sold.offer_id = stock.offer_id
      where stock.remaining <> coalesce(counted.pieces, 0) - coalesce(sold.pieces, 0)`,
  },
]
