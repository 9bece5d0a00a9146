-- Health of the running platform, for administrators: alerts, opened by a check that runs each minute, and tests of adapters.
-- Administrators' other pages read the tables of other areas.

-- One row per matter and subject, from the check that finds the problem until the figure has been good for a while.
create table health_alert (
  id bigint generated always as identity primary key,
  matter text not null,
  -- The seller, bank, Jabber account or push service; empty if the matter has only one subject.
  subject text not null default '',
  message text not null,
  opened_at timestamptz not null default now(),
  -- Administrator who takes care of it.
  taken_by bigint references member,
  -- Last e-mail about the alert, and the newest row that it covered (0 if the matter does not count rows). A newer row causes another e-mail.
  notified_at timestamptz,
  notified_to bigint not null default 0,
  -- Since when the figure is good again; null while it is bad.
  well_since timestamptz,
  -- Ended by a person, or by itself after a while of good figures. 'books' is ended by a person only.
  ended_at timestamptz,
  -- From this time on the same problem opens a new alert. While it is null the row prevents a second one, also after a person ended this one.
  over_at timestamptz,
  check (over_at is null or ended_at is not null),
  constraint health_alert_matter_check check (
    matter in (
      'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late', 'jabber', 'jabber_gap',
      'jabber_no_archive', 'push', 'disk'
    )
  )
);
create unique index health_alert_one on health_alert (matter, subject) where over_at is null;
create index health_alert_waiting on health_alert (id) where ended_at is null;

-- History of an alert. `word` is the message or the person's reason.
create table health_alert_step (
  id bigint generated always as identity primary key,
  alert_id bigint not null references health_alert,
  step text not null check (step in ('opened', 'taken', 'ended')),
  at timestamptz not null default now(),
  -- Null if the check did it.
  member_id bigint references member,
  word text not null
);
create index health_alert_step_of on health_alert_step (alert_id, id);
create trigger health_alert_step_append_only before update or delete or truncate on health_alert_step
  for each statement execute function refuse_change();

-- Tests of adapters by administrators: the result, and the adapter's answer or error.
create table adapter_test (
  id bigint generated always as identity primary key,
  adapter text not null,
  ok boolean not null,
  said text not null,
  member_id bigint not null references member,
  at timestamptz not null default now(),
  constraint adapter_test_adapter_check check (
    adapter in ('mail', 'whatsapp', 'gateway', 'disbursement', 'bankfeed', 'nameinquiry', 'store', 'google', 'facebook', 'jabber')
  )
);
-- Newest success and newest failure of each adapter.
create index adapter_test_of on adapter_test (adapter, ok, id);
create trigger adapter_test_append_only before update or delete or truncate on adapter_test for each statement execute function refuse_change();
