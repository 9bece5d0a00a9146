-- A buyer says that a success was none: once per purchase, and for ever.
create table dispute (
  id bigint generated always as identity primary key,
  purchase_id bigint not null unique,
  buyer_id bigint not null references member,
  seller_id bigint not null references member,
  -- 0 waits for the seller, 1 for the house; 2 refunded, 3 rejected, 4 withdrawn.
  state smallint not null default 0 check (state between 0 and 4),
  reason text not null check (reason in ('missing', 'wrong', 'serial', 'other')),
  story text not null check (story <> ''),
  created_at timestamptz not null default now(),
  -- Until when whoever it waits for is to answer.
  due_at timestamptz,
  answer text,
  answered_at timestamptz,
  verdict text,
  ended_by bigint references member,
  ended_at timestamptz,
  check ((state in (0, 1)) = (due_at is not null)),
  check ((state in (0, 1)) = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check ((answer is null) = (answered_at is null))
);
create index dispute_of_buyer on dispute (buyer_id, id);
create index dispute_of_seller on dispute (seller_id, id);
create index dispute_that_runs on dispute (due_at, id) where state in (0, 1);

-- Of a hundred sales of the last days, how many were disputed, in hundredths; null before there were sales.
alter table seller_quality add column dispute_basis_points integer;
