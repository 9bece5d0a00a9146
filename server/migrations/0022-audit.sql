-- Who did what, when, from where and why, and what the guards refused; for ever. Rows name what they are about by number and
-- text only, so that nothing that goes one day takes its trail along.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  -- Null where nobody was signed in.
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
