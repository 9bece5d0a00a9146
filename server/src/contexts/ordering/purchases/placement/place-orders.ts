import { databaseFunction } from '#db/functions.ts'
import { lockWalletsSkipLockedSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/money-events.ts'
import { debitWalletsSql, insertEntriesSql, nextSetIdSql, positionInSql, setBalancesSql, subtractIfCoveredSql } from '#ledger/post.ts'

/**
 * The positions of an array as rows of the column `n`, in order. The subquery calls the function in its select list, because PostgreSQL materializes
 * the result of a set-returning function in FROM.
 */
const positionsOf = (array: string) => `(select generate_series(1, cardinality(${array})) as n) positions`

/** The values of an array as rows of the column `n`. */
const valuesOf = (array: string) => `(select unnest(${array}) as n) positions`

/**
 * Places a batch of orders as if they were placed one after another, with one message to the database and one commit.
 *
 * It locks wallets, then stock, then bills; reads the other rows on which the results depend; computes the result of each order with arrays; and
 * writes the placed orders. Each statement inside sees all earlier commits, so rows that are read after the wallets are locked include everything
 * from a buyer's earlier orders.
 *
 * - Without `skip_locked` it waits for locks in the global lock order, 250 ms for each lock, and fails if a lock is not released. With `skip_locked` it
 *   skips rows that another transaction has locked: the orders that need them, and later orders of the same buyer, get the result `busy`.
 * - Wallets and stock are locked by subtracting the total of the batch from them, if they cover it. If not all orders of a buyer are placed, the
 *   remaining amount is added back before the commit.
 * - Parameters in the plural contain each value once. `buyers`, `stocks`, `bills`, `offers`, `products` and `sellers` are in ascending order. `…_at`
 *   has one element per order: the position of the order's value, counted from 1, or null if the order has no value. `seller_at`, `product_at`,
 *   `product_codes` and `target_kinds` have one element per offer. `guard_orders` and `bill_orders` contain the first order of each guard and bill.
 * - `spent` contains for each order the sum of the prices of its buyer's orders up to and including this order. `spends` contains for each buyer the
 *   sum of all its orders, or null if two of them have the same reference, guard or bill. `stocks_asked` counts the orders per stock. `guards`
 *   contains the texts from which `recent_order_key` computes the keys of the double guards.
 * - An array is empty if no order has a value, since an index beyond the end of an array returns null. `counters`, `fees` and `pinneds` contain null
 *   for a counter of 1, for no fee and for an order that is not pinned.
 * - Arrays are read by position, `[n]` over a generated series, whose rows come in order. `unnest` would materialize each value once more.
 * - Steps are joined with tables only by hash joins: with other joins, a plan that was made for empty tables and is cached for ever would compare
 *   each order with each row, or read a whole index for a few rows.
 * - The result is one row of arrays with one element per order. `verdicts` contains the reason why an order was not placed, or null for a placed
 *   order; the whole array is null if all orders are placed.
 */
export const placeOrders = databaseFunction(
  'place_orders',
  `(
  skip_locked boolean, notify boolean,
  buyers bigint[], spends bigint[], stocks bigint[], stocks_asked bigint[], bills bigint[], bill_orders integer[],
  offers bigint[], versions bigint[], products bigint[], product_at integer[], product_codes text[], target_kinds text[], sellers bigint[], seller_at integer[],
  reference_buyers bigint[], reffclients text[], guards text[], guard_orders integer[],
  buyer_at integer[], stock_at integer[], bill_at integer[], offer_at integer[], reference_at integer[], guard_at integer[], guard_minutes integer[],
  targets text[], counters smallint[],
  prices bigint[], spent bigint[], fees bigint[], amounts bigint[], maxprices bigint[], channels smallint[], callback_urls text[], pinneds boolean[],
  out verdicts text[], out ids bigint[], out attempt_ids bigint[],
  -- What is left of their buyer's balance behind those that are placed.
  out rests bigint[], out at timestamptz
)
language plpgsql
set enable_bitmapscan = off set lock_timeout = '250ms'
as $$
#variable_conflict use_column
declare
  seen bigint[];
  -- Null where somebody else has it locked.
  balances bigint[];
  stock_left bigint[];
  -- Whose account was blocked or closed, perhaps while the order waited for the wallet.
  shut_out boolean[];
  -- What is left behind the batch when all of it is placed; null where it cannot be.
  balances_behind bigint[];
  stock_behind bigint[];
  -- Wallets and stock have what they are to have already.
  changed boolean := not skip_locked;
  unpaid boolean[] := '{}';
  known boolean[];
  rows_found integer;
  moved boolean[];
  guard_keys bigint[];
  guards_met boolean;
  guarded boolean[];
  -- Those that have ended and that nobody else is just taking away.
  ended_keys bigint[];
  -- Which order pays the bill, and which one the guard stands for now.
  bill_paid_by integer[] := bill_orders;
  guard_set_by integer[] := guard_orders;
  -- Whose orders are decided in turns, and of whom an order waits for somebody else, so that later ones do not overtake it.
  in_turn boolean[];
  waiting boolean[];
  set_ids bigint[];
  -- Which orders are placed.
  placed integer[];
  decided text;
  n integer; buyer_pos integer; stock_pos integer; bill_pos integer; reference_pos integer; guard_pos integer;
begin
  if skip_locked then
    select array_agg(wallet.member_id), array_agg(wallet.balance), array_agg(wallet.shut) into seen, balances, shut_out from (${lockWalletsSkipLockedSql('buyers')}) wallet;
  else
    with taken as (${debitWalletsSql('buyers', 'spends')})
    select array_agg(taken.member_id), array_agg(balance_before), array_agg(case when balance_after < balance_before then balance_after end), array_agg(taken.shut)
    into seen, balances, balances_behind, shut_out from taken;
  end if;
  if skip_locked or seen is distinct from buyers then
    balances := array(select balances[array_position(seen, buyers[n])] from ${positionsOf('buyers')});
    shut_out := array(select shut_out[array_position(seen, buyers[n])] from ${positionsOf('buyers')});
    balances_behind := array(select case when balances[n] >= spends[n] and not shut_out[n] then balances[n] - spends[n] end from ${positionsOf('buyers')});
  end if;

  if cardinality(stocks) > 0 then
    if skip_locked then
      select array_agg(stock.offer_id), array_agg(stock.remaining) into seen, stock_left
      from (select offer_id, remaining from offer_stock where offer_id = any(stocks) for update skip locked) stock;
    else
      with taken as (
        update offer_stock set remaining = ${subtractIfCoveredSql('remaining', `stocks_asked[${positionInSql('stocks', 'offer_id')}]`)}
        where offer_id = any(stocks) returning old.offer_id, old.remaining as had, new.remaining as has
      )
      select array_agg(taken.offer_id), array_agg(had), array_agg(case when has < had then has end) into seen, stock_left, stock_behind from taken;
    end if;
    if skip_locked or seen is distinct from stocks then
      -- What is not counted any more has none left; the version of its offer has moved.
      stock_left := array(
        select coalesce(
          stock_left[array_position(seen, stocks[n])],
          case when not exists (select from offer_stock where offer_stock.offer_id = stocks[n]) then 0 end)
        from ${positionsOf('stocks')});
      stock_behind := array(select case when stock_left[n] >= stocks_asked[n] then stock_left[n] - stocks_asked[n] end from ${positionsOf('stocks')});
    end if;
  end if;

  if cardinality(bills) > 0 then
    if skip_locked then
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

  -- An offer with its product and its shop: what was closed, or blocked, before this look takes no more orders, whatever the process that routed them knows.
  select
    cardinality(seller_versions) + cardinality(product_versions) + cardinality(offer_versions),
    array(
      select greatest(offer_versions[n], product_versions[product_at[n]], seller_versions[seller_at[n]]) <> versions[n]
      from ${positionsOf('offers')}),
    -- By the order of the index that holds both columns; with two equalities an empty table is read by any other.
    array(
      select (select true from purchase where purchase.buyer_id = reference_buyers[n] and purchase.reffclient between reffclients[n] and reffclients[n]
        order by purchase.reffclient limit 1) is not null
      from ${positionsOf('reffclients')}),
    keys,
    -- All at once first, since most orders are the first of their kind.
    exists (select from recent_order where key = any(keys))
  into rows_found, moved, known, guard_keys, guards_met
  from (
    select
      array(select version from member where id = any(sellers) order by id) as seller_versions,
      array(select version from product where id = any(products) order by id) as product_versions,
      array(select version from offer where id = any(offers) order by id) as offer_versions,
      array(select hashtextextended(guards[n], 7) from ${positionsOf('guards')}) as keys
    offset 0
  ) looked_up;
  if rows_found < cardinality(sellers) + cardinality(products) + cardinality(offers) then
    -- Where one is not there, those behind it are at other positions.
    moved := array(
      select offer_version + product_version + seller_version is null or greatest(offer_version, product_version, seller_version) <> versions[n]
      from (
        select n, (select version from offer where id = offers[n]) as offer_version,
          (select version from product where id = products[product_at[n]]) as product_version,
          (select version from member where id = sellers[seller_at[n]]) as seller_version
        from ${positionsOf('offers')} offset 0
      ) one_by_one);
  end if;
  if guards_met then
    guarded := array(select (select until > now() from recent_order where key = guard_keys[n]) from ${positionsOf('guard_keys')});
    if array_position(guarded, false) is not null then
      ended_keys := array(select key from recent_order where key = any(guard_keys) and until <= now() for update skip locked);
    end if;
  end if;

  -- Mostly nothing speaks against any of them, every buyer can pay all that it orders, and of each stock there is as much as is asked for.
  -- Then all are placed, whatever comes first.
  if array_position(balances_behind, null) is null and array_position(stock_behind, null) is null and array_position(known, true) is null
    and array_position(moved, true) is null and guarded is null and cardinality(array_positions(unpaid, true)) = cardinality(bills) then
    select array_agg(n), array_agg(nextval('purchase_id')), array_agg(nextval('attempt_id')), array_agg(${nextSetIdSql}), array_agg(balances[buyer_at[n]] - spent[n])
    into placed, ids, attempt_ids, set_ids, rests from ${positionsOf('buyer_at')};
    balances := balances_behind;
    stock_left := stock_behind;
  else
    changed := false;
    -- The same holds for each buyer of whose orders it is certain. The others have theirs decided in turns.
    in_turn := array_fill(false, array[cardinality(buyers)]);
    waiting := array_fill(null::boolean, array[cardinality(buyers)]);
    verdicts := array_fill(null::text, array[cardinality(buyer_at)]);
    foreach buyer_pos in array array(
      select buyer_at[n] from ${positionsOf('buyer_at')}
      where (balances_behind[buyer_at[n]] is not null and not known[reference_at[n]] and not moved[offer_at[n]] and guarded[guard_at[n]] is null
        and (bill_at[n] is null or unpaid[bill_at[n]]) and (stock_at[n] is null or stock_behind[stock_at[n]] is not null)) is not true)
    loop
      in_turn[buyer_pos] := true;
    end loop;
    rests := array(select case when not in_turn[buyer_at[n]] then balances[buyer_at[n]] - spent[n] end from ${positionsOf('buyer_at')});
    balances := array(select case when in_turn[n] then balances[n] else balances_behind[n] end from ${positionsOf('buyers')});
    foreach stock_pos in array array(select stock_at[n] from ${positionsOf('buyer_at')} where stock_at[n] is not null and not in_turn[buyer_at[n]]) loop
      stock_left[stock_pos] := stock_left[stock_pos] - 1;
    end loop;
    guard_set_by := array(select case when not in_turn[buyer_at[guard_orders[n]]] then guard_orders[n] end from ${positionsOf('guard_orders')});
    bill_paid_by := array(select case when not in_turn[buyer_at[bill_orders[n]]] then bill_orders[n] end from ${positionsOf('bill_orders')});
    foreach n in array array(select n from ${positionsOf('buyer_at')} where in_turn[buyer_at[n]]) loop
      buyer_pos := buyer_at[n]; stock_pos := stock_at[n]; bill_pos := bill_at[n]; reference_pos := reference_at[n]; guard_pos := guard_at[n];
      decided := case
        when balances[buyer_pos] is null or waiting[buyer_pos] then 'busy'
        when known[reference_pos] then 'known'
        when shut_out[buyer_pos] then 'blocked'
        when moved[offer_at[n]] then 'stale'
        when not unpaid[bill_pos] then 'token'
        when guarded[guard_pos] or guard_set_by[guard_pos] is not null then 'double'
        when balances[buyer_pos] < prices[n] then 'low'
        when stock_left[stock_pos] = 0 then 'sold_out'
        when (bill_pos is not null and unpaid[bill_pos] is null) or (stock_pos is not null and stock_left[stock_pos] is null)
          or (not guarded[guard_pos] and not guard_keys[guard_pos] = any(ended_keys)) then 'busy'
        else 'placed' end;
      if decided = 'placed' then
        balances[buyer_pos] := balances[buyer_pos] - prices[n];
        rests[n] := balances[buyer_pos];
        known[reference_pos] := true;
        if guard_pos is not null then
          guard_set_by[guard_pos] := n;
        end if;
        if stock_pos is not null then
          stock_left[stock_pos] := stock_left[stock_pos] - 1;
        end if;
        if bill_pos is not null then
          unpaid[bill_pos] := false;
          bill_paid_by[bill_pos] := n;
        end if;
      else
        verdicts[n] := decided;
        waiting[buyer_pos] := decided = 'busy';
      end if;
    end loop;
    placed := array(select n from ${positionsOf('rests')} where rests[n] is not null);
    if cardinality(placed) > 0 then
      select array_agg(case when rests[n] is not null then nextval('purchase_id') end),
        array_agg(case when rests[n] is not null then nextval('attempt_id') end),
        array_agg(case when rests[n] is not null then ${nextSetIdSql} end)
      into ids, attempt_ids, set_ids from ${positionsOf('rests')};
    end if;
  end if;

  if not changed then
    if cardinality(stocks) > 0 then
      update offer_stock set remaining = stock_left[${positionInSql('stocks', 'offer_id')}]
      where offer_id = any(stocks) and stock_left[${positionInSql('stocks', 'offer_id')}] <> remaining;
    end if;
    ${setBalancesSql('buyers', 'balances')};
  end if;

  if cardinality(placed) > 0 then
    if ended_keys is not null then
      delete from recent_order where key = any(ended_keys);
    end if;
    if cardinality(bills) > 0 then
      update inquiry set purchase_id = ids[bill_paid_by[${positionInSql('bills', 'inquiry.id')}]]
      where inquiry.id = any(bills) and bill_paid_by[${positionInSql('bills', 'inquiry.id')}] is not null;
    end if;
    -- In one statement, which costs less than one for each table.
    with ordered as (
      insert into purchase (id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
        reffclient, product_code, target, target_kind, callback_url, pinned)
      select ids[n], buyers[buyer_at[n]], sellers[seller_at[offer_at[n]]], offers[offer_at[n]], products[product_at[offer_at[n]]], bills[bill_at[n]], prices[n], coalesce(fees[n], 0),
        amounts[n], maxprices[n], coalesce(counters[n], 1::smallint), channels[n], reffclients[reference_at[n]], product_codes[offer_at[n]], targets[n], target_kinds[offer_at[n]],
        callback_urls[n], coalesce(pinneds[n], false)
      from ${valuesOf('placed')}
    ),
    tried as (
      insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
      select attempt_ids[n], ids[n], sellers[seller_at[offer_at[n]]], offers[offer_at[n]], prices[n], 1, stock_at[n] is not null
      from ${valuesOf('placed')}
    ),
    guarding as (
      insert into recent_order (key, purchase_id, until)
      select guard_keys[n], ids[guard_set_by[n]], now() + guard_minutes[guard_set_by[n]] * interval '1 minute'
      from ${positionsOf('guard_keys')} where guard_set_by[n] is not null
    )
    ${insertEntriesSql(
      purchaseHeldSql(`(
        select set_ids[n] as set_id, attempt_ids[n] as attempt_id, buyers[buyer_at[n]] as buyer_id, prices[n] as price, rests[n] as balance
        from ${valuesOf('placed')}
      )`),
    )};
    if notify then
      perform pg_notify('attempts', '');
    end if;
  end if;
  at := now();
end $$`,
)
