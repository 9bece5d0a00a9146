import { databaseFunction } from '#core/functions.ts'
import { lockFreeWalletsSql, lockWalletsSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/entries.ts'
import { enterSql, nextSet, takeFromWalletsSql } from '#ledger/post.ts'

/**
 * Places a batch of orders as if they came one after the other, in one message and one commit.
 *
 * It locks wallets, then stock, then bills; looks up what else decides; decides order by order over positions in arrays; and
 * writes what was placed. Each statement inside sees what was committed before it, so what is looked up after the wallets are
 * locked is certain: everything that a buyer's earlier orders left behind.
 *
 * - What somebody else has locked is not waited for: its orders, and the later ones of the same buyer, are `busy`. With
 *   `patient` it is, for a quarter of a second; a patient batch is of one buyer, so its locks can only follow each other.
 * - Parameters in the plural hold each value once. `buyers`, `stocks` and `bills` ascend; `…_at` are per order and say at which
 *   position its value is, from 1; null where the order has none.
 * - Steps are never joined with tables except by hashing: a plan that was made while tables were empty, and kept for ever,
 *   would compare each order with each row, or read a whole index for a handful of rows (docs/decisions/0019-orders-one-after-the-other.md).
 */
export const placeOrders = databaseFunction(
  'place_orders',
  `(
  patient boolean, notify boolean,
  buyers bigint[], stocks bigint[], bills bigint[],
  offers bigint[], versions bigint[],
  reference_buyers bigint[], reffclients text[],
  guard_buyers bigint[], guard_products bigint[], guard_targets text[], guard_counters smallint[],
  buyer_at integer[], stock_at integer[], bill_at integer[], offer_at integer[], reference_at integer[], guard_at integer[], guard_minutes integer[],
  product_ids bigint[], product_codes text[], targets text[], target_kinds text[], counters smallint[], seller_ids bigint[],
  prices bigint[], fees bigint[], amounts bigint[], maxprices bigint[], channels smallint[], callback_urls text[], pinneds boolean[]
) returns table (verdict text, id bigint, attempt_id bigint, balance bigint, at timestamptz)
language plpgsql
set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  seen bigint[];
  numbers bigint[];
  -- Null where somebody else has it locked.
  balances bigint[];
  stock_left bigint[];
  stock_before bigint[];
  spent bigint[] := array_fill(null::bigint, array[cardinality(buyers)]);
  unpaid boolean[];
  known boolean[];
  moved boolean[];
  guarded boolean[];
  guard_keys bigint[];
  bill_purchases bigint[];
  verdicts text[] := array_fill(null::text, array[cardinality(buyer_at)]);
  ids bigint[] := array_fill(null::bigint, array[cardinality(buyer_at)]);
  attempt_ids bigint[] := ids;
  set_ids bigint[] := ids;
  rests bigint[] := ids;
  guard_ids bigint[];
  guard_untils timestamptz[];
  something_placed boolean := false;
  b integer; s integer; i integer; r integer; g integer;
begin
  if patient then
    perform set_config('lock_timeout', '250ms', true);
    select array_agg(wallet.member_id), array_agg(wallet.balance) into seen, numbers
    from (${lockWalletsSql('buyers')}) wallet;
  else
    select array_agg(wallet.member_id order by wallet.member_id), array_agg(wallet.balance order by wallet.member_id) into seen, numbers
    from (${lockFreeWalletsSql('buyers')}) wallet;
  end if;
  balances := case when seen = buyers then numbers
    else array(select numbers[array_position(seen, buyer)] from unnest(buyers) with ordinality as buyer(buyer, n) order by n) end;

  if cardinality(stocks) > 0 then
    if patient then
      -- One after the other, in the order of everybody who locks stock.
      for n in 1 .. cardinality(stocks) loop
        perform from offer_stock where offer_id = stocks[n] for update;
      end loop;
    end if;
    select array_agg(stock.offer_id order by stock.offer_id), array_agg(stock.remaining order by stock.offer_id) into seen, numbers
    from (select offer_id, remaining from offer_stock where offer_id = any(stocks) for update skip locked) stock;
    stock_before := case when seen = stocks then numbers
      -- What is not counted any more has none left; the version of its offer has moved.
      else array(
        select coalesce(numbers[array_position(seen, stock)], case when not exists (select from offer_stock where offer_id = stock) then 0 end)
        from unnest(stocks) with ordinality as stock(stock, n) order by n) end;
    stock_left := stock_before;
  end if;

  if cardinality(bills) > 0 then
    if patient then
      for n in 1 .. cardinality(bills) loop
        perform from inquiry where inquiry.id = bills[n] for update;
      end loop;
    end if;
    seen := array(
      select inquiry.id from inquiry where inquiry.id = any(bills) and purchase_id is null and expires_at > now() for update skip locked);
    unpaid := array(
      select case when bill = any(seen) then true
        when not exists (select from inquiry where inquiry.id = bill and purchase_id is null and expires_at > now()) then false end
      from unnest(bills) with ordinality as bill(bill, n) order by n);
    bill_purchases := array_fill(null::bigint, array[cardinality(bills)]);
  end if;

  moved := array(
    select (select version from offer where offer.id = asked.offer) is distinct from asked.version
    from unnest(offers, versions) with ordinality as asked(offer, version, n) order by n);
  -- By the order of the index that holds both columns; with two equalities an empty table is read by any other.
  known := array(
    select (select true from purchase where purchase.buyer_id = asked.buyer and purchase.reffclient between asked.reffclient and asked.reffclient
      order by purchase.reffclient limit 1) is not null
    from unnest(reference_buyers, reffclients) with ordinality as asked(buyer, reffclient, n) order by n);
  if cardinality(guard_buyers) > 0 then
    guard_keys := array(
      select recent_order_key(asked.buyer, asked.product, asked.target, asked.counter)
      from unnest(guard_buyers, guard_products, guard_targets, guard_counters) with ordinality as asked(buyer, product, target, counter, n) order by n);
    guarded := array(
      select (select until > now() from recent_order where key = asked.key) from unnest(guard_keys) with ordinality as asked(key, n) order by n);
    guard_ids := array_fill(null::bigint, array[cardinality(guard_keys)]);
    guard_untils := array_fill(null::timestamptz, array[cardinality(guard_keys)]);
  end if;

  for n in 1 .. cardinality(buyer_at) loop
    b := buyer_at[n]; s := stock_at[n]; i := bill_at[n]; r := reference_at[n]; g := guard_at[n];
    if balances[b] is null then
      verdicts[n] := 'busy';
    elsif known[r] then
      verdicts[n] := 'known';
    elsif moved[offer_at[n]] then
      verdicts[n] := 'stale';
    elsif i is not null and not unpaid[i] then
      verdicts[n] := 'token';
    elsif guarded[g] then
      verdicts[n] := 'double';
    elsif balances[b] < prices[n] then
      verdicts[n] := 'low';
    elsif stock_left[s] = 0 then
      verdicts[n] := 'sold_out';
    elsif (i is not null and unpaid[i] is null) or (s is not null and stock_left[s] is null) then
      verdicts[n] := 'busy';
      balances[b] := null;
    else
      verdicts[n] := 'placed';
      something_placed := true;
      ids[n] := nextval('purchase_id');
      attempt_ids[n] := nextval('attempt_id');
      set_ids[n] := ${nextSet};
      balances[b] := balances[b] - prices[n];
      rests[n] := balances[b];
      spent[b] := coalesce(spent[b], 0) + prices[n];
      known[r] := true;
      if s is not null then
        stock_left[s] := stock_left[s] - 1;
      end if;
      if i is not null then
        unpaid[i] := false;
        bill_purchases[i] := ids[n];
      end if;
      if g is not null then
        guarded[g] := true;
        guard_ids[g] := ids[n];
        guard_untils[g] := now() + guard_minutes[n] * interval '1 minute';
      end if;
    end if;
  end loop;

  if something_placed then
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
      reffclient, product_code, target, target_kind, callback_url, pinned)
    select placed.id, buyers[placed.buyer_at], seller_id, offers[placed.offer_at], product_id, bills[placed.bill_at], price, fee, amount, maxprice,
      counter, channel, reffclients[placed.reference_at], product_code, target, target_kind, callback_url, pinned
    from unnest(ids, buyer_at, offer_at, bill_at, reference_at, product_ids, product_codes, targets, target_kinds, counters, seller_ids, prices, fees, amounts, maxprices,
      channels, callback_urls, pinneds)
      as placed(id, buyer_at, offer_at, bill_at, reference_at, product_id, product_code, target, target_kind, counter, seller_id, price, fee, amount, maxprice,
      channel, callback_url, pinned)
    where placed.id is not null;

    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
    select placed.attempt_id, placed.id, placed.seller_id, offers[placed.offer_at], placed.price, 1, placed.stock_at is not null
    from unnest(attempt_ids, ids, seller_ids, offer_at, prices, stock_at) as placed(attempt_id, id, seller_id, offer_at, price, stock_at)
    where placed.id is not null;

    if guard_keys is not null then
      delete from recent_order where key = any(guard_keys) and until <= now();
      insert into recent_order (key, purchase_id, until)
      select guard.key, guard.purchase_id, guard.until from unnest(guard_keys, guard_ids, guard_untils) as guard(key, purchase_id, until)
      where guard.purchase_id is not null;
    end if;

    if stock_left is not null then
      update offer_stock set remaining = stock.remaining from unnest(stocks, stock_left, stock_before) as stock(offer_id, remaining, before)
      where offer_stock.offer_id = stock.offer_id and offer_stock.offer_id = any(stocks) and stock.remaining < stock.before;
    end if;

    if bill_purchases is not null then
      update inquiry set purchase_id = bill.purchase_id from unnest(bills, bill_purchases) as bill(id, purchase_id)
      where inquiry.id = bill.id and inquiry.id = any(bills) and bill.purchase_id is not null;
    end if;

    ${enterSql(
      purchaseHeldSql(`(
        select placed.set_id, placed.attempt_id, buyers[placed.buyer_at] as buyer_id, placed.price, placed.balance
        from unnest(set_ids, attempt_ids, buyer_at, prices, rests) as placed(set_id, attempt_id, buyer_at, price, balance)
        where placed.set_id is not null
      ) held`),
    )};
    ${takeFromWalletsSql('buyers', 'spent')};
    if notify then
      perform pg_notify('attempts', '');
    end if;
  end if;

  return query select answer.verdict, answer.id, answer.attempt_id, answer.balance, now()
    from unnest(verdicts, ids, attempt_ids, rests) as answer(verdict, id, attempt_id, balance);
end $$`,
)
