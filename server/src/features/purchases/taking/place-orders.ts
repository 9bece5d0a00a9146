import { databaseFunction } from '#core/functions.ts'
import { lockFreeWalletsSql, lockWalletsSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/money-events.ts'
import { enterSql, nextSet, takeFromWalletsSql } from '#ledger/post.ts'

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
 *   position its value is, from 1; null where the order has none. `seller_at`, `product_at` and codes of products are per offer. `guard_orders` says of
 *   each guard which order is the first that it is about.
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
  offers bigint[], versions bigint[], products bigint[], product_at integer[], product_codes text[], sellers bigint[], seller_at integer[],
  reference_buyers bigint[], reffclients text[], guard_orders integer[],
  buyer_at integer[], stock_at integer[], bill_at integer[], offer_at integer[], reference_at integer[], guard_at integer[], guard_minutes integer[],
  targets text[], target_kinds text[], counters smallint[],
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
  balances_before bigint[];
  stock_left bigint[];
  stock_before bigint[];
  -- Of whom an order waits for somebody else, so that later ones do not overtake it.
  waiting boolean[] := array_fill(null::boolean, array[cardinality(buyers)]);
  unpaid boolean[];
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
  verdicts text[] := array_fill(null::text, array[cardinality(buyer_at)]);
  rests bigint[] := array_fill(null::bigint, array[cardinality(buyer_at)]);
  ids bigint[];
  attempt_ids bigint[];
  set_ids bigint[];
  decided text;
  b integer; s integer; i integer; r integer; g integer;
begin
  if pass_over then
    select array_agg(wallet.member_id order by wallet.member_id), array_agg(wallet.balance order by wallet.member_id) into seen, numbers
    from (${lockFreeWalletsSql('buyers')}) wallet;
  else
    select array_agg(wallet.member_id), array_agg(wallet.balance) into seen, numbers from (${lockWalletsSql('buyers')}) wallet;
  end if;
  if seen is distinct from buyers then
    numbers := array(select numbers[array_position(seen, buyers[n])] from ${positionsOf('buyers')});
  end if;
  balances := numbers;
  balances_before := balances;

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
    stock_before := numbers;
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
    bill_paid_by := array_fill(null::integer, array[cardinality(bills)]);
  end if;

  -- With its product and its shop: what was closed, or blocked, before this look takes no more orders, whatever the process that routed them knows.
  select array_agg(shop.id), array_agg(shop.version) into seen, shop_versions
  from (select id, version from member where id = any(sellers) order by id) shop;
  if seen is distinct from sellers then
    shop_versions := array(select shop_versions[array_position(seen, sellers[n])] from ${positionsOf('sellers')});
  end if;
  select array_agg(good.id), array_agg(good.version) into seen, product_versions
  from (select id, version from product where id = any(products) order by id) good;
  if seen is distinct from products then
    product_versions := array(select product_versions[array_position(seen, products[n])] from ${positionsOf('products')});
  end if;
  select array_agg(offer.id), array_agg(offer.version) into seen, numbers
  from (select id, version from offer where id = any(offers) order by id) offer;
  if seen is distinct from offers then
    numbers := array(select numbers[array_position(seen, offers[n])] from ${positionsOf('offers')});
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
    guard_set_by := array_fill(null::integer, array[cardinality(guard_keys)]);
    -- All at once first, since most orders are the first of their kind.
    if array_length(array(select key from recent_order where key = any(guard_keys)), 1) > 0 then
      guarded := array(select (select until > now() from recent_order where key = guard_keys[n]) from ${positionsOf('guard_keys')});
      if array_position(guarded, false) is not null then
        ended_keys := array(select key from recent_order where key = any(guard_keys) and until <= now() for update skip locked);
      end if;
    end if;
  end if;

  for n in 1 .. cardinality(buyer_at) loop
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
    verdicts[n] := decided;
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
    elsif decided = 'busy' then
      waiting[b] := true;
    end if;
  end loop;

  if array_position(verdicts, 'placed') is not null then
    select array_agg(case when rests[n] is not null then nextval('purchase_id') end),
      array_agg(case when rests[n] is not null then nextval('attempt_id') end),
      array_agg(case when rests[n] is not null then ${nextSet} end)
    into ids, attempt_ids, set_ids from ${positionsOf('rests')};

    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
      reffclient, product_code, target, target_kind, callback_url, pinned)
    select ids[n], buyers[buyer_at[n]], sellers[seller_at[offer_at[n]]], offers[offer_at[n]], products[product_at[offer_at[n]]], bills[bill_at[n]], prices[n], fees[n],
      amounts[n], maxprices[n], counters[n], channels[n], reffclients[reference_at[n]], product_codes[offer_at[n]], targets[n], target_kinds[n],
      callback_urls[n], pinneds[n]
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

    if stock_left is not null then
      update offer_stock set remaining = stock.remaining from unnest(stocks, stock_left, stock_before) as stock(offer_id, remaining, before)
      where offer_stock.offer_id = stock.offer_id and offer_stock.offer_id = any(stocks) and stock.remaining < stock.before;
    end if;

    if bill_paid_by is not null then
      update inquiry set purchase_id = ids[bill.order_at] from unnest(bills, bill_paid_by) as bill(id, order_at)
      where inquiry.id = bill.id and inquiry.id = any(bills) and bill.order_at is not null;
    end if;

    ${enterSql(
      purchaseHeldSql(`(
        select set_ids[n] as set_id, attempt_ids[n] as attempt_id, buyers[buyer_at[n]] as buyer_id, prices[n] as price, rests[n] as balance
        from ${positionsOf('ids')} where ids[n] is not null
      )`),
    )};
    ${takeFromWalletsSql('buyers', 'balances_before', 'balances')};
    if notify then
      perform pg_notify('attempts', '');
    end if;
  end if;

  return query select verdicts[n], ids[n], attempt_ids[n], rests[n], case n when 1 then now() end from ${positionsOf('verdicts')};
end $$`,
)
