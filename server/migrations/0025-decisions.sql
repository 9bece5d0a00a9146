-- What an administrator asked for that a second one has to say yes to.
create table pending_decision (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('purchase.force')),
  subject_id bigint not null,
  amount bigint not null check (amount >= 0),
  payload jsonb not null,
  asked_by bigint not null references member,
  reason text not null check (reason <> ''),
  outcome text check (outcome in ('approved', 'rejected', 'lapsed')),
  decided_by bigint references member check (decided_by <> asked_by),
  decided_at timestamptz,
  decided_reason text,
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null) and (outcome is null) = (decided_reason is null))
);
-- One thing is asked for once at a time.
create unique index pending_decision_open on pending_decision (kind, subject_id) where outcome is null;

-- Who changed a purchase by hand, and why, stays as it was written.
create trigger purchase_force_append_only before update or delete or truncate on purchase_force for each statement execute function refuse_change();
