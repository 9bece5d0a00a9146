-- Backups, and rehearsals of a restore (ADR 0092).

create table backup_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'drill')),
  started_at timestamptz not null default now(),
  -- Null while it runs, and for ever if it was interrupted.
  ended_at timestamptz,
  -- The name of the backup that was written or restored.
  backup text,
  bytes bigint check (bytes >= 0),
  -- Why it failed.
  error text,
  check (ended_at is not null or (backup is null and bytes is null and error is null)),
  check (ended_at is null or (error is null) = (backup is not null))
);

-- Whether the archived WAL is in the backup.
create table wal_shipment (
  single boolean primary key default true check (single),
  shipped_at timestamptz,
  error text
);

alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (matter in ('restore', 'workers', 'orders', 'purchases', 'seller', 'callbacks',
  'messages', 'jobs', 'jobs_failed', 'bankfeed', 'jabber', 'jabber_gap', 'jabber_no_archive', 'push', 'disk', 'books', 'books_late', 'backup',
  'drill')) not valid;
