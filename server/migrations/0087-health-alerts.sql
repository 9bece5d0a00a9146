-- What is wrong with the house: one row per matter, from the look that found it until it was well again for a while.
create table health_alert (
  id bigint generated always as identity primary key,
  matter text not null check (
    matter in (
      'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late'
    )
  ),
  -- The seller or the bank; empty where there is one of the kind.
  subject text not null default '',
  message text not null,
  opened_at timestamptz not null default now(),
  taken_by bigint references member,
  -- When a letter told of it last, and up to which row where the matter is many.
  told_at timestamptz,
  told_to bigint not null default 0,
  well_since timestamptz,
  ended_at timestamptz,
  -- From then on the same trouble is another alert.
  over_at timestamptz,
  check (over_at is null or ended_at is not null)
);
create unique index health_alert_one on health_alert (matter, subject) where over_at is null;
create index health_alert_waiting on health_alert (id) where ended_at is null;

-- What was done about it, by whom and with which word; nobody where it ended by itself.
create table health_alert_step (
  id bigint generated always as identity primary key,
  alert_id bigint not null references health_alert,
  step text not null check (step in ('opened', 'taken', 'ended')),
  at timestamptz not null default now(),
  member_id bigint references member,
  word text not null
);
create index health_alert_step_of on health_alert_step (alert_id, id);
create trigger health_alert_step_append_only before update or delete or truncate on health_alert_step for each statement execute function refuse_change();
