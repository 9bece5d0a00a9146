-- The seller said that only a part was delivered: a person decides, whatever a later answer says.
alter table attempt add column partial boolean not null default false;
-- Every alert that is there has one of the old kinds, so none has to be looked at.
alter table purchase_alert drop constraint purchase_alert_kind_check;
alter table purchase_alert add constraint purchase_alert_kind_check
  check (kind in ('unknown_too_long', 'contradiction', 'status_too_old', 'code_missing', 'partial')) not valid;
