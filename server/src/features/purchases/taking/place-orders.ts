import { databaseFunction } from '#core/functions.ts'
import { lockFreeWalletsSql, lockWalletsSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/money-events.ts'
import { enterSql, nextSet, placeIn, takeFromWalletsSql } from '#ledger/post.ts'

/** As rows of `n`, in order. Asked for in a list of columns, since a function among tables writes its rows down before they are read. */
const positionsOf = (array: string) => `(select generate_series(1, cardinality(${array})) as n) positions`

/**
 * Places a batch of orders as if they came one after the other, in one message and one commit.
 *
 * It locks wallets, then stock, then bills; looks up what else decides; decides order by order over positions in arrays; and
 * writes what was placed. Each statement inside sees what was committed before it, so what is looked up after the wallets are
 * locked is certain: everything that a buyer's earlier orders left behind.
 *
 * - It waits for locks in the order of everybody, a quarter of a second for each, and fails when one stays. When it is to pass
 *   over, what somebody else has locked is not waited for: its orders, and the later ones of the same buyer, are `busy`.
 * - Parameters in the plural hold each value once. `buyers`, `stocks`, `bills`, `offers`, `products` and `sellers` ascend; `…_at` are per order and say at which
 *   position its value is, from 1; null where the order has none. `seller_at`, `product_at`, codes of products and kinds of targets are per offer. `guard_orders` and `bill_orders` say
 *   of each guard and bill which order is the first that it is about.
 * - `spent` says of each order what its buyer's orders cost up to and with it, `spends` of each buyer what all of them cost; null where two of them are about
 *   the same reference, guard or bill. `stocks_asked` says how many orders want a piece of each stock.
 * - Where no order has a value the array is empty, since there is null behind its end as well; `pinneds` has none for what is not pinned.
 * - Arrays are read by position, `[n]` over a series of numbers, whose rows come in their order. Taking them apart by `unnest` writes
 *   each value down once more.
 * - Steps are never joined with tables except by hashing: a plan that was made while tables were empty, and kept for ever,
 *   would compare each order with each row, or read a whole index for a handful of rows (docs/decisions/0019-orders-one-after-the-other.md).
 */
export const placeOrders = databaseFunction(
  'place_orders',
  `(
  pass_over boolean, notify boolean,
  buyers bigint[], spends bigint[], stocks bigint[], stocks_asked bigint[], bills bigint[], bill_orders integer[],
  offers bigint[], versions bigint[], products bigint[], product_at integer[], product_codes text[], target_kinds text[], sellers bigint[], seller_at integer[],
  reference_buyers bigint[], reffclients text[], guard_orders integer[],
  buyer_at integer[], stock_at integer[], bill_at integer[], offer_at integer[], reference_at integer[], guard_at integer[], guard_minutes integer[],
  targets text[], counters smallint[],
  prices bigint[], spent bigint[], fees bigint[], amounts bigint[], maxprices bigint[], channels smallint[], callback_urls text[], pinneds boolean[]
) returns table (verdict text, id bigint, attempt_id bigint, balance bigint, at timestamptz)
language plpgsql
set enable_bitmapscan = off set lock_timeout = '250ms'
as $$
#variable_conflict use_column
declare
  seen bigint[];
  numbers bigint[];
  -- What is left behind the batch when all of it is placed; null where it cannot be.
  balances_behind bigint[];
  stock_behind bigint[];
  -- Whose orders are decided in turns.
  in_turn boolean[] := array_fill(false, array[cardinality(buyers)]);
  -- Null where somebody else has it locked.
  balances bigint[];
  stock_left bigint[];
  -- Of whom an order waits for somebody else, so that later ones do not overtake it.
  waiting boolean[] := array_fill(null::boolean, array[cardinality(buyers)]);
  unpaid boolean[] := '{}';
  known boolean[];
  shop_versions bigint[];
  product_versions bigint[];
  moved boolean[];
  guarded boolean[];
  -- Those that have ended and that nobody else is just taking away.
  ended_keys bigint[];
  guard_keys bigint[];
  -- Which order pays the bill, and which one the guard stands for now.
  bill_paid_by integer[];
  guard_set_by integer[];
  -- Of those that are not placed.
  verdicts text[] := array_fill(null::text, array[cardinality(buyer_at)]);
  -- What is left of their buyer's balance behind those that are placed.
  rests bigint[];
  ids bigint[];
  attempt_ids bigint[];
  set_ids bigint[];
  decided text;
  n integer; b integer; s integer; i integer; r integer; g integer;
begin
  if not pass_over then
    balances := array(select balance from (${lockWalletsSql('buyers')}) wallet);
  end if;
  if pass_over or cardinality(balances) < cardinality(buyers) then
    select array_agg(wallet.member_id), array_agg(wallet.balance) into seen, numbers from (${lockFreeWalletsSql('buyers')}) wallet;
    balances := array(select numbers[array_position(seen, buyers[n])] from ${positionsOf('buyers')});
  end if;

  if cardinality(stocks) > 0 then
    if pass_over then
      select array_agg(stock.offer_id order by stock.offer_id), array_agg(stock.remaining order by stock.offer_id) into seen, numbers
      from (select offer_id, remaining from offer_stock where offer_id = any(stocks) for update skip locked) stock;
    else
      select array_agg(stock.offer_id), array_agg(stock.remaining) into seen, numbers
      from (select offer_id, remaining from offer_stock where offer_id = any(stocks) order by offer_id for update) stock;
    end if;
    if seen is distinct from stocks then
      -- What is not counted any more has none left; the version of its offer has moved.
      numbers := array(
        select coalesce(
          numbers[array_position(seen, stocks[n])],
          case when not exists (select from offer_stock where offer_stock.offer_id = stocks[n]) then 0 end)
        from ${positionsOf('stocks')});
    end if;
    stock_left := numbers;
  end if;

  if cardinality(bills) > 0 then
    if pass_over then
      seen := array(
        select inquiry.id from inquiry where inquiry.id = any(bills) and purchase_id is null and expires_at > now() for update skip locked);
    else
      seen := array(
        select inquiry.id from inquiry where inquiry.id = any(bills) and purchase_id is null and expires_at > now() order by inquiry.id for update);
    end if;
    unpaid := array_fill(true, array[cardinality(bills)]);
    if seen <> bills then
      unpaid := array(
        select case when bills[n] = any(seen) then true
          when not exists (select from inquiry where inquiry.id = bills[n] and purchase_id is null and expires_at > now()) then false end
        from ${positionsOf('bills')});
    end if;
  end if;

  -- With its product and its shop: what was closed, or blocked, before this look takes no more orders, whatever the process that routed them knows.
  shop_versions := array(select version from member where id = any(sellers) order by id);
  if cardinality(shop_versions) < cardinality(sellers) then
    shop_versions := array(select (select version from member where id = sellers[n]) from ${positionsOf('sellers')});
  end if;
  product_versions := array(select version from product where id = any(products) order by id);
  if cardinality(product_versions) < cardinality(products) then
    product_versions := array(select (select version from product where id = products[n]) from ${positionsOf('products')});
  end if;
  numbers := array(select version from offer where id = any(offers) order by id);
  if cardinality(numbers) < cardinality(offers) then
    numbers := array(select (select version from offer where id = offers[n]) from ${positionsOf('offers')});
  end if;
  moved := array(
    select numbers[n] is null or greatest(numbers[n], product_versions[product_at[n]], shop_versions[seller_at[n]]) <> versions[n]
    from ${positionsOf('offers')});
  -- By the order of the index that holds both columns; with two equalities an empty table is read by any other.
  known := array(
    select (select true from purchase where purchase.buyer_id = reference_buyers[n] and purchase.reffclient between reffclients[n] and reffclients[n]
      order by purchase.reffclient limit 1) is not null
    from ${positionsOf('reffclients')});
  if cardinality(guard_orders) > 0 then
    guard_keys := array(
      select recent_order_key(buyers[buyer_at[guard_orders[n]]], products[product_at[offer_at[guard_orders[n]]]], targets[guard_orders[n]], counters[guard_orders[n]])
      from ${positionsOf('guard_orders')});
    -- All at once first, since most orders are the first of their kind.
    if array_length(array(select key from recent_order where key = any(guard_keys)), 1) > 0 then
      guarded := array(select (select until > now() from recent_order where key = guard_keys[n]) from ${positionsOf('guard_keys')});
      if array_position(guarded, false) is not null then
        ended_keys := array(select key from recent_order where key = any(guard_keys) and until <= now() for update skip locked);
      end if;
    end if;
  end if;

  -- Mostly nothing speaks against any of them, every buyer can pay all that it orders, and of each stock there is as much as is asked for.
  -- Then all are placed, whatever comes first.
  balances_behind := array(select case when balances[n] >= spends[n] then balances[n] - spends[n] end from ${positionsOf('buyers')});
  stock_behind := array(select case when stock_left[n] >= stocks_asked[n] then stock_left[n] - stocks_asked[n] end from ${positionsOf('stocks')});
  if array_position(balances_behind, null) is null and array_position(stock_behind, null) is null and array_position(known, true) is null
    and array_position(moved, true) is null and guarded is null and cardinality(array_positions(unpaid, true)) = cardinality(bills) then
    rests := array(select balances[buyer_at[n]] - spent[n] from ${positionsOf('buyer_at')});
    balances := balances_behind;
    stock_left := stock_behind;
    guard_set_by := guard_orders;
    bill_paid_by := bill_orders;
  else
    -- The same holds for each buyer of whose orders it is certain. The others have theirs decided in turns.
    foreach b in array array(
      select buyer_at[n] from ${positionsOf('buyer_at')}
      where (balances_behind[buyer_at[n]] is not null and not known[reference_at[n]] and not moved[offer_at[n]] and guarded[guard_at[n]] is null
        and (bill_at[n] is null or unpaid[bill_at[n]]) and (stock_at[n] is null or stock_behind[stock_at[n]] is not null)) is not true)
    loop
      in_turn[b] := true;
    end loop;
    rests := array(select case when not in_turn[buyer_at[n]] then balances[buyer_at[n]] - spent[n] end from ${positionsOf('buyer_at')});
    balances := array(select case when in_turn[n] then balances[n] else balances_behind[n] end from ${positionsOf('buyers')});
    foreach s in array array(select stock_at[n] from ${positionsOf('buyer_at')} where stock_at[n] is not null and not in_turn[buyer_at[n]]) loop
      stock_left[s] := stock_left[s] - 1;
    end loop;
    guard_set_by := array(select case when not in_turn[buyer_at[guard_orders[n]]] then guard_orders[n] end from ${positionsOf('guard_orders')});
    bill_paid_by := array(select case when not in_turn[buyer_at[bill_orders[n]]] then bill_orders[n] end from ${positionsOf('bill_orders')});
    foreach n in array array(select n from ${positionsOf('buyer_at')} where in_turn[buyer_at[n]]) loop
      b := buyer_at[n]; s := stock_at[n]; i := bill_at[n]; r := reference_at[n]; g := guard_at[n];
      decided := case
        when balances[b] is null or waiting[b] then 'busy'
        when known[r] then 'known'
        when moved[offer_at[n]] then 'stale'
        when not unpaid[i] then 'token'
        when guarded[g] or guard_set_by[g] is not null then 'double'
        when balances[b] < prices[n] then 'low'
        when stock_left[s] = 0 then 'sold_out'
        when (i is not null and unpaid[i] is null) or (s is not null and stock_left[s] is null)
          or (not guarded[g] and not guard_keys[g] = any(ended_keys)) then 'busy'
        else 'placed' end;
      if decided = 'placed' then
        balances[b] := balances[b] - prices[n];
        rests[n] := balances[b];
        known[r] := true;
        if g is not null then
          guard_set_by[g] := n;
        end if;
        if s is not null then
          stock_left[s] := stock_left[s] - 1;
        end if;
        if i is not null then
          unpaid[i] := false;
          bill_paid_by[i] := n;
        end if;
      else
        verdicts[n] := decided;
        waiting[b] := decided = 'busy';
      end if;
    end loop;
  end if;

  if array_position(verdicts, null) is not null then
    select array_agg(case when rests[n] is not null then nextval('purchase_id') end),
      array_agg(case when rests[n] is not null then nextval('attempt_id') end),
      array_agg(case when rests[n] is not null then ${nextSet} end)
    into ids, attempt_ids, set_ids from ${positionsOf('rests')};

    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
      reffclient, product_code, target, target_kind, callback_url, pinned)
    select ids[n], buyers[buyer_at[n]], sellers[seller_at[offer_at[n]]], offers[offer_at[n]], products[product_at[offer_at[n]]], bills[bill_at[n]], prices[n], fees[n],
      amounts[n], maxprices[n], counters[n], channels[n], reffclients[reference_at[n]], product_codes[offer_at[n]], targets[n], target_kinds[offer_at[n]],
      callback_urls[n], coalesce(pinneds[n], false)
    from ${positionsOf('ids')} where ids[n] is not null;

    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
    select attempt_ids[n], ids[n], sellers[seller_at[offer_at[n]]], offers[offer_at[n]], prices[n], 1, stock_at[n] is not null
    from ${positionsOf('ids')} where ids[n] is not null;

    if guard_keys is not null then
      if ended_keys is not null then
        delete from recent_order where key = any(ended_keys);
      end if;
      insert into recent_order (key, purchase_id, until)
      select guard_keys[n], ids[guard_set_by[n]], now() + guard_minutes[guard_set_by[n]] * interval '1 minute'
      from ${positionsOf('guard_keys')} where guard_set_by[n] is not null;
    end if;

    if cardinality(stocks) > 0 then
      update offer_stock set remaining = stock_left[${placeIn('stocks', 'offer_id')}]
      where offer_id = any(stocks) and stock_left[${placeIn('stocks', 'offer_id')}] < remaining;
    end if;

    if cardinality(bills) > 0 then
      update inquiry set purchase_id = ids[bill_paid_by[${placeIn('bills', 'inquiry.id')}]]
      where inquiry.id = any(bills) and bill_paid_by[${placeIn('bills', 'inquiry.id')}] is not null;
    end if;

    ${enterSql(
      purchaseHeldSql(`(
        select set_ids[n] as set_id, attempt_ids[n] as attempt_id, buyers[buyer_at[n]] as buyer_id, prices[n] as price, rests[n] as balance
        from ${positionsOf('ids')} where ids[n] is not null
      )`),
    )};
    ${takeFromWalletsSql('buyers', 'balances')};
    if notify then
      perform pg_notify('attempts', '');
    end if;
  end if;

  return query select coalesce(verdicts[n], 'placed'), ids[n], attempt_ids[n], rests[n], case n when 1 then now() end from ${positionsOf('buyer_at')};
end $$`,
)
