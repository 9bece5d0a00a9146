-- Who looks after an alert, and who ended it, with which word: until now only the audit knew of the end.
alter table purchase_alert
  add column taken_by bigint references member,
  add column taken_at timestamptz,
  add column taken_reason text,
  add column resolved_by bigint references member,
  add column resolved_reason text;

-- Those that wait, among many that were ended.
create index purchase_alert_waiting on purchase_alert (id) where resolved_at is null;
