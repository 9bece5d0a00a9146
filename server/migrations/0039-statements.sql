-- Statements of accounts read the books by number, so that a statement is a range of them: nothing is in two days, and nothing in none.

-- The first number whose entries are not older than the moment, by halving; null when nothing is as young. A set has the time at which its
-- transaction began and draws its number later, within a minute; the thousand numbers before that are for a clock that was put back.
-- Never a sequential scan, whatever was known of the table when planned.
create function entry_set_at(moment timestamptz) returns bigint language plpgsql stable strict parallel safe set enable_seqscan = off as $$
declare
  low bigint;
  high bigint;
  probe record;
begin
  select min(set_id), max(set_id) + 1 into low, high from entry;
  while low < high loop
    select set_id, at into probe from entry where set_id >= low + (high - low) / 2 order by set_id, leg limit 1;
    if probe.at is null or probe.at >= moment - interval '1 minute' then
      high := low + (high - low) / 2;
    else
      low := probe.set_id + 1;
    end if;
  end loop;
  return (select set_id from entry where set_id >= low - 1000 and at >= moment order by set_id limit 1);
end $$;

-- The number at which a day of Asia/Jakarta begins, once it can no longer change. One row a day, without gaps; all days before the newest
-- are summed in wallet_day.
create table book_day (
  day date primary key,
  first_set bigint not null check (first_set >= 0)
);

-- What moved a wallet on a day; none where nothing did.
create table wallet_day (
  member_id bigint not null,
  day date not null,
  entries_in integer not null check (entries_in >= 0),
  entries_out integer not null check (entries_out >= 0),
  paid_in bigint not null check (paid_in >= 0),
  paid_out bigint not null check (paid_out >= 0),
  primary key (member_id, day)
);

-- What the house's accounts stood at after a set, so that their balances are not summed from the beginning.
create table account_checkpoint (
  account_id bigint not null references house_account (id),
  set_id bigint not null,
  balance bigint not null,
  -- The newest of all is asked for before any account's.
  primary key (set_id, account_id)
);
create index account_checkpoint_of_account on account_checkpoint (account_id, set_id);

-- The number at which a day begins, for any day; beyond all numbers where nothing is as young.
create function books_begin(asked date) returns bigint language sql stable strict parallel safe
  return coalesce(
    (select first_set from book_day where day = asked),
    entry_set_at(asked::timestamp at time zone 'Asia/Jakarta'),
    9223372036854775807
  );

-- Money at banks, which no order moves.
create index entry_of_cash on entry (account_id, set_id) where account_id < -100;

create trigger book_day_append_only before update or delete or truncate on book_day for each statement execute function refuse_change();
create trigger wallet_day_append_only before update or delete or truncate on wallet_day for each statement execute function refuse_change();
create trigger account_checkpoint_append_only before update or delete or truncate on account_checkpoint
  for each statement execute function refuse_change();
