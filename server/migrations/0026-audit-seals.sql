-- The audit of one day in Jakarta as one hash, which holds the hash of the day before: a row that is changed, left out or put in later breaks
-- the seal of its day and of all that follow.
create table audit_seal (
  day date primary key,
  rows bigint not null,
  hash bytea not null,
  previous bytea not null,
  at timestamptz not null default now()
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();
