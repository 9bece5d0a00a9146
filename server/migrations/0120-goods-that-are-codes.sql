-- The good is a code that its buyer types in (a PLN token, a voucher): delivered without one it is not delivered (docs/decisions/0082-a-code-reaches-its-buyer.md).
alter table product add column is_code boolean not null default false;
-- Its seller said that it is delivered, and gave no code.
alter table attempt add column code_missing boolean not null default false;
-- Every row that is there has one of the old kinds, so none has to be looked at.
alter table purchase_alert drop constraint purchase_alert_kind_check;
alter table purchase_alert add constraint purchase_alert_kind_check
  check (kind in ('unknown_too_long', 'contradiction', 'status_too_old', 'code_missing')) not valid;
