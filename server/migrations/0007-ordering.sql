-- Ordering: buying lists, stock, bills, purchases with their attempts, disputes, quality of sellers, sums per day, and the sandbox.
-- A purchase is one order of a buyer. An attempt is one order for it at one seller. A purchase has at most one live attempt, which holds the price;
-- when it fails, the next seller is tried (failover) or the buyer gets the money back. Only a refund changes a final purchase.
-- Locks, each by id: placement takes wallets, stock, bills (ADR 0004); settlement takes purchases, debts, wallets, stock.
-- What every order writes has few indexes (ADR 0050) and no foreign keys; `npm run ledger:check` verifies references of purchases and attempts.

-- — Buying list

-- The sellers that a buyer orders a product from. Sellers are tried by ascending priority, unless the buyer chose another routing.
-- Cached. Removed rows are archived: the cache refreshes by version, and lists of price changes need the former rows.
create table buying_list_entry (
  id bigint generated always as identity primary key,
  buyer_id bigint not null references member,
  product_id bigint not null references product,
  offer_id bigint not null references offer,
  priority integer not null check (priority between 1 and 999),
  active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create unique index buying_list_entry_once on buying_list_entry (buyer_id, offer_id) where archived_at is null;
create unique index buying_list_entry_priority on buying_list_entry (buyer_id, product_id, priority) where archived_at is null;
create index buying_list_entry_version on buying_list_entry (version);
-- Price changes are published by offer and listed by buyer. Archived rows count, so neither index is partial.
create index buying_list_entry_offer on buying_list_entry (offer_id);
create index buying_list_entry_buyer on buying_list_entry (buyer_id, offer_id);
create trigger cache_bump before insert or update on buying_list_entry for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on buying_list_entry for each row execute function stamp_cache_version();

-- — Stock

-- Evidence for offer_stock: every change but sales and their returns. The sum since offer_stock.since, less the sales since then, is what remains;
-- `npm run ledger:check` verifies it. Counts older than 90 days are merged into one row per stock.
create table stock_count (
  id bigint generated always as identity primary key,
  offer_id bigint not null,
  change bigint not null,
  at timestamptz not null default clock_timestamp()
);
create index stock_count_of_offer on stock_count (offer_id, at);

create function count_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_count (offer_id, change, at) values (new.offer_id, new.remaining, new.since);
  elsif new.remaining <> old.remaining then
    insert into stock_count (offer_id, change) values (new.offer_id, new.remaining - old.remaining);
  end if;
  return null;
end $$;

-- Remaining stock of offers with limited stock; others have no row. Separate from offer, because every sale changes it and offer is cached.
-- Half-filled pages: sales update the row in place.
create table offer_stock (
  offer_id bigint primary key references offer,
  remaining bigint not null constraint stock_not_negative check (remaining >= 0),
  -- Start of this stock. A failed attempt that is older took from an earlier stock, ended by unlimited stock, and returns nothing.
  since timestamptz not null default clock_timestamp(),
  -- Set whenever the stock is set to a number. Sales leave it unchanged, so they write no stock_count.
  counted_at timestamptz
) with (fillfactor = 50);
create trigger stock_is_counted after insert on offer_stock for each row execute function count_stock();
create trigger stock_is_counted_anew after update of counted_at on offer_stock for each row execute function count_stock();

-- — Bills

-- A bill that a seller's server returned for a target. The buyer pays it with the token, once and before expires_at.
-- Payment updates the row once. Free space on the page keeps the update in place, without new entries in both indexes.
create table inquiry (
  id bigint generated always as identity primary key,
  token text not null unique,
  buyer_id bigint not null references member,
  product_id bigint not null references product,
  offer_id bigint not null references offer,
  target text not null,
  customer_name text not null,
  period text not null,
  -- The customer pays bill + admin_fee. The buyer pays price: the bill plus the price of the offer.
  bill bigint not null check (bill > 0),
  admin_fee bigint not null check (admin_fee >= 0),
  price bigint not null check (price > 0),
  supplier_reference text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The purchase that paid the bill.
  purchase_id bigint
) with (fillfactor = 80);

-- — Purchases

-- Without a cache: lists sort by id, newest first, and cached numbers of several connections would interleave.
create sequence purchase_id;

-- Many purchases of one storage page end in one statement. Half-filled pages keep these updates in place, without new entries in the four indexes.
create table purchase (
  id bigint primary key,
  buyer_id bigint not null,
  -- Seller, offer, price and fee are those of the newest attempt; failover changes them.
  seller_id bigint not null,
  offer_id bigint not null,
  product_id bigint not null,
  inquiry_id bigint,
  price bigint not null check (price > 0),
  -- The platform's part of the price if the sale succeeds. Fixed with the attempt: later changes of the fee do not apply.
  fee bigint not null default 0 check (fee >= 0),
  -- Given by the buyer: the amount of an open denomination, and the maximum price.
  amount bigint,
  maxprice bigint,
  -- Above 1 for an intended repetition of the same order, which the guard against doubles accepts.
  counter smallint not null default 1,
  -- 0 pending, 1 success, 2 failed; with refunded_at, 2 is a refund of a success.
  transactionrc smallint not null default 0 check (transactionrc in (0, 1, 2)),
  -- Grows with every change, because callbacks may arrive in any order.
  version integer not null default 1,
  -- 0 web page, 1 JSON, 2 GET, 3 XMPP.
  channel smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_at timestamptz,
  reffclient text not null,
  product_code text not null,
  target text not null,
  serialnumber text,
  description text,
  callback_url text,
  -- The buyer named the offer: no other seller is tried.
  pinned boolean not null default false,
  -- How the target was normalised. A repeated order is compared by it, also after the brand has changed its target kind.
  target_kind text
) with (fillfactor = 50);
-- A reference is one order for ever.
create unique index purchase_reference on purchase (buyer_id, reffclient);
-- Entries are unique, so deduplication is off: it would search for equal entries before each page split and find none.
create index purchase_buyer on purchase (buyer_id, id) with (deduplicate_items = off);
create index purchase_seller on purchase (seller_id, id) with (deduplicate_items = off);

-- Boundary id of a moment, by bisection; null when no purchase is as young. Smaller ids are older, except where ids were drawn late.
-- Replaces an index on created_at, which every order would pay for (ADR 0013). Never a sequential scan, whatever the statistics were when planned.
create function purchase_id_at(moment timestamptz) returns bigint language plpgsql stable strict parallel safe set enable_seqscan = off as $$
declare
  low bigint;
  high bigint;
  probe record;
begin
  select min(id), max(id) + 1 into low, high from purchase;
  while low < high loop
    select id, created_at into probe from purchase where id >= low + (high - low) / 2 order by id limit 1;
    if probe.created_at is null or probe.created_at >= moment then
      high := low + (high - low) / 2;
    else
      low := probe.id + 1;
    end if;
  end loop;
  return (select low where exists (select from purchase where id >= low));
end $$;

-- Range of ids, from first to below beyond, with all purchases of [from_at, until_at); null is unbounded. Queries also compare created_at.
-- Margins: a minute, because an id is drawn up to 30 s (the statement time-out) after created_at; 1000 ids for a clock that was set back.
create function purchase_ids(from_at timestamptz, until_at timestamptz, out first bigint, out beyond bigint)
  language sql stable parallel safe
  return (
    case when from_at is null then 0 else coalesce(purchase_id_at(from_at - interval '1 minute'), (select max(id) from purchase), 0) - 1000 end,
    coalesce(purchase_id_at(until_at + interval '1 minute') + 1000, 9223372036854775807)
  );

-- Guard against probable doubles: the last order of a buyer with this product, target and counter. A failed or refunded purchase loses its guard.
-- The primary key decides between two processes that place the same order at once.
create table recent_order (
  key bigint primary key,
  purchase_id bigint not null,
  until timestamptz not null
) with (fillfactor = 70);

-- Placement builds the same text (placer.ts). Each value is cast by itself: `bigint || text` is only stable and would prevent inlining.
create function recent_order_key(buyer bigint, product bigint, target text, counter smallint) returns bigint
  language sql immutable parallel safe
  return hashtextextended(buyer::text || '.' || product::text || '.' || counter::text || '.' || target, 7);

-- — Attempts

-- Without a cache, like purchase_id.
create sequence attempt_id;

-- Each worker holds an advisory lock on its number while its connection lives. Claims under an unlocked number are free at once (ADR 0006).
create sequence worker_number as integer;

-- At most one live attempt per purchase, and numbers without a gap. Not an index of live attempts, which would cost every order (ADR 0050).
-- First attempts need no check, because attempt_trail accepts only one. Only in read committed does the statement after the lock of the purchase
-- see the commits of others. Deletions, and writes with triggers disabled, are found by `npm run ledger:check`.
create function attempt_one_live() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'attempts begin to live in transactions that see what others have written'
      using errcode = 'invalid_transaction_state', constraint = 'attempt_one_live';
  end if;
  perform from purchase where id = new.purchase_id for update;
  if new.state <= 3 and exists (select from attempt where purchase_id = new.purchase_id and id <> new.id and state <= 3)
    or new.number <> 1 and not exists (select from attempt where purchase_id = new.purchase_id and number = new.number - 1) then
    raise exception 'purchase % would have an attempt beside a live one', new.purchase_id
      using errcode = 'unique_violation', constraint = 'attempt_one_live';
  end if;
  return null;
end $$;

create function attempt_keeps_its_place() returns trigger language plpgsql as $$
begin
  raise exception 'attempt % would change its number or its purchase', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'attempt_keeps_its_place';
end $$;

-- State: live are 0 queued, 1 sending, 2 waiting (the seller answered pending), 3 unknown; final are 4 success, 5 failed, 6 unsent.
create table attempt (
  id bigint primary key,
  purchase_id bigint not null,
  seller_id bigint not null,
  offer_id bigint not null,
  price bigint not null,
  -- Among the attempts of the purchase, from 1.
  number smallint not null,
  state smallint not null default 0 check (state between 0 and 6),
  -- Calls to the seller's server: orders and status requests.
  asks smallint not null default 0,
  -- worker_number of the worker that sends or asks at present.
  claimed_by integer,
  -- Duration of the newest order call.
  took_ms integer,
  -- Time of the next call; end of the lease while claimed; the year 9999 when only a person can decide.
  due_at timestamptz not null default now(),
  -- First time that the order left, or may have left.
  sent_at timestamptz,
  -- The clock, not the start of the transaction: the stock is locked by now, and its `since` may be later than that start.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  supplier_reference text,
  message text,
  -- It took one piece of stock. On failure the piece returns to that stock if it still exists, whatever the offer says by then.
  stocked boolean not null default false,
  -- With one claim only one call can have left, so a refused or unsent call ends the attempt. After that only a failure of the order itself does.
  claims integer not null default 0,
  -- When the order was sent again under the same reference.
  last_sent_at timestamptz,
  -- The target does not exist. The failure counts against the seller only if another seller delivers.
  buyers_fault boolean not null default false,
  -- The seller reported a success without the code that is the product.
  code_missing boolean not null default false
) with (fillfactor = 70);
-- Attempts of a purchase; prevents a second first attempt.
create unique index attempt_trail on attempt (purchase_id, number);
-- Claims, and all other searches for live attempts. No second index may have this condition: plans of an empty table would use it (ADR 0004).
create index attempt_due on attempt (seller_id, due_at) where state < 4;
-- Newest orders that never left for the seller. Most of their purchases have gone to another seller, so purchase_seller does not find them.
create index attempt_unsent on attempt (seller_id, id) where state = 6;
-- Newest success of a seller. The seller's page reads it every few seconds, however many orders have failed since.
create index attempt_succeeded on attempt (seller_id, updated_at) where state = 4;
create trigger attempt_one_live_opened after insert on attempt for each row
  when (new.number <> 1) execute function attempt_one_live();
create trigger attempt_one_live_changed after update of state on attempt for each row
  when (new.state <= 3 and old.state > 3) execute function attempt_one_live();
create trigger attempt_keeps_its_place before update of purchase_id, number on attempt for each row
  when (new.number <> old.number or new.purchase_id <> old.purchase_id) execute function attempt_keeps_its_place();

-- Every exchange with a seller's server about an attempt, verbatim except for redacted secrets; `force` is a decision of a person.
create table exchange (
  attempt_id bigint not null,
  kind text not null check (kind in ('order', 'status', 'report', 'force')),
  -- As understood: success, failed, refused, unsent, not-found, pending or unknown.
  state text not null,
  took_ms integer,
  at timestamptz not null default now(),
  request text not null,
  answer text not null
);
create index exchange_attempt on exchange (attempt_id);

-- — Decisions by people

-- A purchase that needs a person: no certain state in time, an answer that contradicts an earlier one, a status request that the seller's server
-- can no longer answer safely, or a success without its code.
create table purchase_alert (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  attempt_id bigint not null,
  kind text not null,
  message text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- The administrator who works on the alert, and the one who resolved it.
  taken_by bigint references member,
  taken_at timestamptz,
  taken_reason text,
  resolved_by bigint references member,
  resolved_reason text,
  constraint purchase_alert_kind_check
    check (kind in ('unknown_too_long', 'contradiction', 'status_too_old', 'code_missing'))
);
create unique index purchase_alert_open on purchase_alert (attempt_id, kind) where resolved_at is null;
-- Raising an alert searches earlier ones of the attempt, resolved ones included: only a contradiction is raised again.
create index purchase_alert_attempt on purchase_alert (attempt_id, kind);
-- Few alerts are open among many resolved ones.
create index purchase_alert_waiting on purchase_alert (id) where resolved_at is null;

-- Decisions by people about purchases. States are values of transactionrc: 0 to 1 or 2 decides a pending purchase, 1 to 2 refunds a success.
create table purchase_force (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  -- With an approval, the administrator who asked for it.
  member_id bigint not null references member,
  from_state smallint not null,
  to_state smallint not null,
  description text,
  at timestamptz not null default now()
);
create trigger purchase_force_append_only before update or delete or truncate on purchase_force for each statement execute function refuse_change();

-- — Disputes

-- The buyer of a success says within hours that it was none (dispute), or wants to return it within days (return). The seller answers first,
-- then the platform decides. Each kind happens at most once per purchase, and one at a time.
create table dispute (
  id bigint generated always as identity primary key,
  purchase_id bigint not null,
  buyer_id bigint not null references member,
  seller_id bigint not null references member,
  -- 0 waits for the seller, 1 waits for the platform; final: 2 refunded, 3 rejected, 4 withdrawn by the buyer.
  state smallint not null default 0 check (state between 0 and 4),
  reason text not null check (reason in ('missing', 'wrong', 'serial', 'other')),
  -- The buyer's description.
  story text not null check (story <> ''),
  created_at timestamptz not null default now(),
  -- Deadline of the side whose answer is awaited.
  due_at timestamptz,
  -- The seller's answer.
  answer text,
  answered_at timestamptz,
  -- Explanation of the member who ended it.
  verdict text,
  ended_by bigint references member,
  ended_at timestamptz,
  kind text not null default 'dispute' check (kind in ('dispute', 'return')),
  check ((state in (0, 1)) = (due_at is not null)),
  check ((state in (0, 1)) = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check ((answer is null) = (answered_at is null))
);
create index dispute_of_buyer on dispute (buyer_id, id);
create index dispute_of_seller on dispute (seller_id, id);
-- Overdue disputes go to the platform.
create index dispute_that_runs on dispute (due_at, id) where state in (0, 1);
-- Both also decide between two disputes that begin at once.
create unique index dispute_of_each_kind on dispute (purchase_id, kind);
create unique index dispute_one_runs on dispute (purchase_id) where state in (0, 1);

-- — Quality of sellers

-- Both tables are measured by the worker from the attempts of the last 7 days. 10,000 basis points are 100 %; `sales` are successes;
-- the median is the time from sending to a certain success; withdrawn and rejected disputes do not count.

-- Cached: routing uses it, and buyers see it. Only changed rows are written, because every process reads them again.
create table offer_quality (
  offer_id bigint primary key references offer,
  seller_id bigint not null references member,
  sales bigint not null,
  -- Null without attempts.
  success_basis_points integer,
  median_ms integer,
  measured_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Disputed share of the successes; null without successes.
  dispute_basis_points integer
);
create index offer_quality_version on offer_quality (version);
create trigger cache_bump before insert or update on offer_quality for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update on offer_quality for each row execute function stamp_cache_version();

create table seller_quality (
  seller_id bigint primary key references member,
  sales bigint not null,
  success_basis_points integer not null,
  median_ms integer,
  measured_at timestamptz not null default now(),
  -- Of the last 24 hours, for the seller's page about its connection, which counts no attempts.
  day_success_basis_points integer,
  day_median_ms integer,
  -- Disputed share of the successes; null without successes.
  dispute_basis_points integer
);

-- — Sums per day

-- Days that are summed (ADR 0013). A day of Asia/Jakarta is summed when it is over and has no pending purchase; purchases of other days are counted.
-- A refund deletes the row of its day, and the day is counted until it is summed again. Summing locks the day exclusively, a refund shares the lock.
create table purchase_day_summed (
  day date primary key,
  summed_at timestamptz not null default now()
);

create table purchase_day (
  buyer_id bigint not null,
  seller_id bigint not null,
  product_id bigint not null,
  day date not null,
  transactionrc smallint not null,
  purchases bigint not null,
  amount bigint not null,
  primary key (buyer_id, day, seller_id, product_id, transactionrc),
  -- Never 0: a day with pending purchases is not summed.
  check (transactionrc in (1, 2))
);
create index purchase_day_seller on purchase_day (seller_id, day);
create index purchase_day_day on purchase_day (day);

-- Sums over all buyers, sellers and products: sums without a filter read one row per day and state.
create table purchase_day_total (
  day date not null,
  transactionrc smallint not null check (transactionrc in (1, 2)),
  purchases bigint not null,
  amount bigint not null,
  primary key (day, transactionrc)
);

-- Attempts and sales of each seller, for the dashboard of administrators. `ended` counts successful and failed attempts as seller_quality does,
-- `succeeded` the successes; `sold` and `amount` leave out refunded ones.
create table seller_purchase_day (
  day date not null,
  seller_id bigint not null,
  ended bigint not null,
  succeeded bigint not null,
  sold bigint not null,
  amount bigint not null,
  primary key (day, seller_id)
);

-- Buyers of each seller, from summed days. A seller's search for buyers covers these and the buyers of its newest purchases.
create table customer (
  seller_id bigint not null,
  buyer_id bigint not null,
  primary key (seller_id, buyer_id)
);

-- — Sandbox

-- Orders of test keys. No money is held and no seller is called; the last digit of the target decides the result.
create table sandbox_order (
  id bigint generated always as identity,
  buyer_id bigint not null references member,
  reffclient text not null,
  product_code text not null,
  target text not null,
  counter smallint not null,
  amount bigint,
  price bigint not null,
  created_at timestamptz not null default now(),
  primary key (buyer_id, reffclient)
);
