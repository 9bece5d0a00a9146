-- A meter of PLN has eleven digits, a customer there twelve; what is called `digits` may be a card or a policy. Every brand that is there has one of the
-- old kinds, so none has to be looked at.
alter table brand drop constraint brand_target_kind_check;
alter table brand add constraint brand_target_kind_check check (target_kind in ('mobile', 'digits', 'meter', 'text')) not valid;
