import { databaseFunction } from '#core/functions.ts'
import { lockFreeWalletsSql, lockWalletsSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/money-events.ts'
import { enterSql, nextSet, takeFromWalletsSql } from '#ledger/post.ts'

/**
 * Places a batch of orders as if they came one after the other, in one message and one commit.
 *
 * It locks wallets, then stock, then bills; looks up what else decides; decides order by order over positions in arrays; and
 * writes what was placed. Each statement inside sees what was committed before it, so what is looked up after the wallets are
 * locked is certain: everything that a buyer's earlier orders left behind.
 *
 * - It waits for locks in the order of everybody, a quarter of a second for each, and fails when one stays. When it is to pass
 *   over, what somebody else has locked is not waited for: its orders, and the later ones of the same buyer, are `busy`.
 * - Parameters in the plural hold each value once. `buyers`, `stocks` and `bills` ascend; `…_at` are per order and say at which
 *   position its value is, from 1; null where the order has none.
 * - Arrays are read by position, `[n]` over a series of numbers, whose rows come in their order. Taking them apart by `unnest` writes
 *   each value down once more.
 * - Steps are never joined with tables except by hashing: a plan that was made while tables were empty, and kept for ever,
 *   would compare each order with each row, or read a whole index for a handful of rows (docs/decisions/0019-orders-one-after-the-other.md).
 */
export const placeOrders = databaseFunction(
  'place_orders',
  `(
  pass_over boolean, notify boolean,
  buyers bigint[], stocks bigint[], bills bigint[],
  offers bigint[], versions bigint[],
  reference_buyers bigint[], reffclients text[],
  guard_buyers bigint[], guard_products bigint[], guard_targets text[], guard_counters smallint[],
  buyer_at integer[], stock_at integer[], bill_at integer[], offer_at integer[], reference_at integer[], guard_at integer[], guard_minutes integer[],
  product_ids bigint[], product_codes text[], targets text[], target_kinds text[], counters smallint[], seller_ids bigint[],
  prices bigint[], fees bigint[], amounts bigint[], maxprices bigint[], channels smallint[], callback_urls text[], pinneds boolean[]
) returns table (verdict text, id bigint, attempt_id bigint, balance bigint, at timestamptz)
language plpgsql
set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off set lock_timeout = '250ms'
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
  -- Those that have ended and that nobody else is just taking away.
  ended_keys bigint[];
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
  if pass_over then
    select array_agg(wallet.member_id order by wallet.member_id), array_agg(wallet.balance order by wallet.member_id) into seen, numbers
    from (${lockFreeWalletsSql('buyers')}) wallet;
  else
    select array_agg(wallet.member_id), array_agg(wallet.balance) into seen, numbers from (${lockWalletsSql('buyers')}) wallet;
  end if;
  balances := case when seen = buyers then numbers
    else array(select numbers[array_position(seen, asked.id)] from unnest(buyers) with ordinality as asked(id, n) order by asked.n) end;

  if cardinality(stocks) > 0 then
    if pass_over then
      select array_agg(stock.offer_id order by stock.offer_id), array_agg(stock.remaining order by stock.offer_id) into seen, numbers
      from (select offer_id, remaining from offer_stock where offer_id = any(stocks) for update skip locked) stock;
    else
      select array_agg(stock.offer_id), array_agg(stock.remaining) into seen, numbers
      from (select offer_id, remaining from offer_stock where offer_id = any(stocks) order by offer_id for update) stock;
    end if;
    stock_before := case when seen = stocks then numbers
      -- What is not counted any more has none left; the version of its offer has moved.
      else array(
        select coalesce(
          numbers[array_position(seen, asked.id)],
          case when not exists (select from offer_stock where offer_stock.offer_id = asked.id) then 0 end)
        from unnest(stocks) with ordinality as asked(id, n) order by asked.n) end;
    stock_left := stock_before;
  end if;

  if cardinality(bills) > 0 then
    if pass_over then
      seen := array(
        select inquiry.id from inquiry where inquiry.id = any(bills) and purchase_id is null and expires_at > now() for update skip locked);
    else
      seen := array(
        select inquiry.id from inquiry where inquiry.id = any(bills) and purchase_id is null and expires_at > now() order by inquiry.id for update);
    end if;
    unpaid := array(
      select case when asked.id = any(seen) then true
        when not exists (select from inquiry where inquiry.id = asked.id and purchase_id is null and expires_at > now()) then false end
      from unnest(bills) with ordinality as asked(id, n) order by asked.n);
    bill_purchases := array_fill(null::bigint, array[cardinality(bills)]);
  end if;

  -- With its product and its shop: what was closed, or blocked, before this look takes no more orders, whatever the process that routed them knows.
  moved := array(
    select (
        select greatest(version, (select version from product where product.id = offer.product_id),
          (select version from member where member.id = offer.seller_id))
        from offer where offer.id = offers[n]
      ) is distinct from versions[n]
    from generate_series(1, cardinality(offers)) n);
  -- By the order of the index that holds both columns; with two equalities an empty table is read by any other.
  known := array(
    select (select true from purchase where purchase.buyer_id = reference_buyers[n] and purchase.reffclient between reffclients[n] and reffclients[n]
      order by purchase.reffclient limit 1) is not null
    from generate_series(1, cardinality(reffclients)) n);
  if cardinality(guard_buyers) > 0 then
    guard_keys := array(
      select recent_order_key(guard_buyers[n], guard_products[n], guard_targets[n], guard_counters[n]) from generate_series(1, cardinality(guard_buyers)) n);
    guarded := array(select (select until > now() from recent_order where key = guard_keys[n]) from generate_series(1, cardinality(guard_keys)) n);
    if array_position(guarded, false) is not null then
      ended_keys := array(select key from recent_order where key = any(guard_keys) and until <= now() for update skip locked);
    end if;
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
    elsif (i is not null and unpaid[i] is null) or (s is not null and stock_left[s] is null)
      or (not guarded[g] and not guard_keys[g] = any(ended_keys)) then
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
    select ids[n], buyers[buyer_at[n]], seller_ids[n], offers[offer_at[n]], product_ids[n], bills[bill_at[n]], prices[n], fees[n], amounts[n], maxprices[n],
      counters[n], channels[n], reffclients[reference_at[n]], product_codes[n], targets[n], target_kinds[n], callback_urls[n], pinneds[n]
    from generate_series(1, cardinality(ids)) n where ids[n] is not null;

    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
    select attempt_ids[n], ids[n], seller_ids[n], offers[offer_at[n]], prices[n], 1, stock_at[n] is not null
    from generate_series(1, cardinality(ids)) n where ids[n] is not null;

    if guard_keys is not null then
      if ended_keys is not null then
        delete from recent_order where key = any(ended_keys);
      end if;
      insert into recent_order (key, purchase_id, until)
      select guard_keys[n], guard_ids[n], guard_untils[n] from generate_series(1, cardinality(guard_keys)) n where guard_ids[n] is not null;
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
        select set_ids[n] as set_id, attempt_ids[n] as attempt_id, buyers[buyer_at[n]] as buyer_id, prices[n] as price, rests[n] as balance
        from generate_series(1, cardinality(ids)) n where ids[n] is not null
      ) held`),
    )};
    ${takeFromWalletsSql('buyers', 'spent')};
    if notify then
      perform pg_notify('attempts', '');
    end if;
  end if;

  return query select verdicts[n], ids[n], attempt_ids[n], rests[n], now() from generate_series(1, cardinality(verdicts)) n;
end $$`,
)
