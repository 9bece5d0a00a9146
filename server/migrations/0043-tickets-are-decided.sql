-- Administrators decide about tickets of money, from a sum on two of them.
alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check check (kind in ('purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'ticket.decide'));

-- What is decided alone counts under the rule that limits it: purchases under one, tickets under another.
alter table alone_decision
  add column rule text not null default 'purchases.secondAdminFrom',
  drop constraint alone_decision_pkey;
alter table alone_decision rename column purchase_id to subject;
alter table alone_decision
  alter column rule drop default,
  alter column subject type text using subject::text,
  add primary key (member_id, rule, subject);

-- Administrators' lists follow every change of a ticket, whoever makes it. One commit tells them once.
create function tell_tickets() returns trigger language plpgsql as $$
begin
  perform pg_notify('tickets', '');
  return null;
end
$$;
create trigger deposit_told after insert or update on deposit for each statement execute function tell_tickets();
create trigger cash_out_told after insert or update on cash_out for each statement execute function tell_tickets();
