-- System: settings, audit, approvals, terms, pictures, messages to people (outbox, notifications, push), and announcements.
-- The audit and the history of settings are append-only. Approvals need a second administrator (four-eyes, ADR 0024).
-- Messages are written in the transaction of their cause and delivered by jobs afterwards.

-- — Settings

-- A setting without a row has its default (`contract/src/shared/setting-defaults.ts`). Cached table.
create table setting (
  name text primary key,
  value jsonb not null,
  version bigint not null default 0
);
create trigger cache_bump before insert or update of value on setting for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update of value on setting for each row execute function stamp_cache_version();

-- Every change of a setting, with its administrator and reason.
create table setting_change (
  id bigint generated always as identity primary key,
  name text not null,
  before jsonb not null,
  after jsonb not null,
  member_id bigint not null references member,
  reason text not null check (reason <> ''),
  at timestamptz not null default now()
);
create index setting_change_name on setting_change (name, id);
create trigger setting_change_append_only before update or delete or truncate on setting_change for each statement execute function refuse_change();

-- — Audit

-- Acts of people with time, address and reason, and refusals by the guards; kept for ever (ADR 0020).
-- No foreign keys, so that no deletion of another row can reach the audit.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  -- Null without a signed-in member.
  actor_id bigint,
  session_id bigint,
  address text not null,
  subject_kind text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text check (reason <> '')
);
create index audit_at on audit (at, id);
create index audit_event on audit (event, at, id);
create index audit_actor on audit (actor_id, at, id);
create index audit_subject on audit (subject_kind, subject, at, id);
create trigger audit_append_only before update or delete or truncate on audit for each statement execute function refuse_change();

-- Hash over the audit of one day in Asia/Jakarta and the hash of the day before. A row that is changed, removed or added later
-- breaks the seal of its day and of all later days.
create table audit_seal (
  day date primary key,
  rows bigint not null,
  hash bytea not null,
  previous bytea not null,
  at timestamptz not null default now()
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();

-- — Approvals

-- Requests of one administrator that a second one approves or rejects. An open request changes and reserves nothing.
create table approval_request (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  subject text not null,
  -- In rupiah; null if the request is not about money.
  amount bigint check (amount >= 0),
  payload jsonb not null,
  asked_by bigint not null references member,
  reason text not null check (reason <> ''),
  -- Null while open. A request lapses if its subject has changed, or if its administrator lost the role.
  outcome text check (outcome in ('approved', 'rejected', 'lapsed')),
  decided_by bigint references member check (decided_by <> asked_by),
  decided_at timestamptz,
  decided_reason text,
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null) and (outcome is null) = (decided_reason is null)),
  -- member.change: the e-mail of a member, and the role or the block of an administrator.
  constraint approval_request_kind_check check (
      kind in ('purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'ticket.decide', 'payment_method.change', 'member.change')
    )
);
-- Prevents two open requests about the same subject.
create unique index approval_request_open on approval_request (kind, subject) where outcome is null;
-- Administrators' pages show approvals of every kind together with the tickets.
create trigger approval_request_published after insert or update on approval_request for each statement execute function notify_tickets();

-- Decisions of one administrator alone. Their sum per rule and day has a limit; each subject counts once.
create table solo_approval (
  member_id bigint not null references member,
  subject text not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null default now(),
  -- Name of the setting with the limit, such as money.secondAdminFrom.
  rule text not null,
  primary key (member_id, rule, subject)
);

-- An administrator whom another one blocked or demoted alone still counts as the second one for three days,
-- so that nobody gets rid of the second administrator in this way.
create table blocked_administrator (
  member_id bigint primary key references member,
  blocked_by bigint not null references member,
  blocked_at timestamptz not null default now()
);

-- — Terms and conditions

-- Versions that members accepted. Terms are outstanding for members without a row for the newest version.
create table terms_acceptance (
  member_id bigint not null references member,
  terms_id bigint not null references terms,
  accepted_at timestamptz not null default now(),
  address text,
  primary key (member_id, terms_id)
);

-- — Pictures

create table upload (
  id bigint generated always as identity primary key,
  -- `<32 random characters>.webp`, so that nobody can guess the address of a picture.
  name text not null unique,
  owner_id bigint not null references member,
  -- Identity and tax cards: visible to the owner and to administrators only.
  private boolean not null default false,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);
create index upload_owner on upload (owner_id, created_at);

-- Pictures on the home page.
create table banner (
  id bigint generated always as identity primary key,
  image text not null,
  caption text not null,
  -- Last day on the page, Asia/Jakarta; null has no end.
  expires_on date,
  sort_order integer not null default 0,
  active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- — Maintenance announcements

-- The newest row is valid; an empty text withdraws the one before. Cached table, because every order asks whether orders pause.
create table maintenance_notice (
  id bigint generated always as identity primary key,
  text text not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  pauses_orders boolean not null,
  member_id bigint not null references member,
  reason text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 0
);
create trigger maintenance_notice_append_only before update or delete or truncate on maintenance_notice
  for each statement execute function refuse_change();
create trigger cache_bump before insert on maintenance_notice for each statement execute function bump_cache_version();
create trigger cache_stamp before insert on maintenance_notice for each row execute function stamp_cache_version();

-- — Outbox

-- E-mails and WhatsApp messages. The encrypted content may hold links and codes, so it is null once it is sent or has failed for good.
create table outbox (
  id bigint generated always as identity primary key,
  member_id bigint references member,
  carrier text not null check (carrier in ('mail', 'whatsapp')),
  destination text not null,
  subject text not null,
  content bytea,
  -- kept: outside production, without a transport.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_recent on outbox (created_at);

-- — Notifications
-- No foreign keys to member in this section: members are never deleted, and the check of a key would wait for the member's row
-- at the end of a transaction that holds other locks.

-- Lock of a member's notifications and source of their numbers: a reader of one number has seen all smaller ones.
-- A transaction that notifies several members locks their inboxes in the order of the member ids.
create table notification_inbox (
  member_id bigint primary key,
  last_seq bigint not null
);

create table notification (
  member_id bigint not null,
  -- Position in the list. A repeated notification takes a new one.
  seq bigint not null,
  kind text not null,
  -- Identifies the matter. A repetition updates the row of its key, counts up and is unread again.
  key text not null,
  title text not null,
  body text not null,
  -- Path of the page that it opens.
  link text not null,
  count integer not null default 1,
  created_at timestamptz not null default now(),
  -- Time of the newest repetition.
  notified_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (member_id, seq),
  unique (member_id, key)
);
create index notification_unread on notification (member_id, seq) where read_at is null;
-- For the deletion of old notifications of one kind, without a scan of kinds that are kept longer (ADR 0050).
create index notification_by_age on notification (kind, notified_at);

-- Choices of a member per kind and channel. Without a row the default of the contract applies.
create table notification_preference (
  member_id bigint not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  primary key (member_id, kind, channel)
);

-- Progress of hourly summaries: end of the last hour that was published, and the highest id of its source rows.
create table notification_digest (
  name text primary key,
  until timestamptz not null,
  mark bigint not null
);

-- — Push

-- Browsers that receive push messages. Each belongs to the session that is signed in there, and is deleted with it.
create table push_device (
  id bigint generated always as identity primary key,
  session_hash bytea not null unique references session (token_hash) on delete cascade,
  -- No foreign key, because members are never deleted.
  member_id bigint not null,
  -- Address at the push service. A secret: it addresses this browser.
  endpoint text not null unique,
  -- Encryption keys of the browser (RFC 8291).
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null default now(),
  -- Last message that the push service accepted.
  taken_at timestamptz,
  host text not null,
  -- Last refusal of the platform's key or subject by the push service; null after an accepted message.
  refused_at timestamptz,
  refused_status smallint,
  check ((refused_at is null) = (refused_status is null))
);
create index push_device_member on push_device (member_id);
-- Every minute the health check finds the push services with refusals (first index) and their newest answers (second index).
create index push_device_refused on push_device (host) where refused_at is not null;
create index push_device_used on push_device (host, greatest(taken_at, refused_at)) where greatest(taken_at, refused_at) is not null;

-- Quiet hours of a member, in minutes of the day in Asia/Jakarta; the end may be on the next day. Only urgent kinds are pushed meanwhile.
create table push_quiet (
  member_id bigint primary key,
  from_minute smallint not null check (from_minute between 0 and 1439),
  until_minute smallint not null check (until_minute between 0 and 1439),
  check (from_minute <> until_minute)
);
