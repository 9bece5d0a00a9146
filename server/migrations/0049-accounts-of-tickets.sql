-- Where a method pays to changes by two administrators.
alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check
    check (kind in ('purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'ticket.decide', 'payment_method.change'));

-- The account that a ticket's payer was told to transfer to; empty where there is none.
alter table deposit
  add column account_no text not null default '',
  add column account_name text not null default '';
update deposit set account_no = method.account_no, account_name = method.account_name
from payment_method method
where method.id = deposit.method_id and deposit.channel = 'transfer' and deposit.state in (0, 1);

-- Whether an account is, or was, one that members were told.
create index deposit_of_account on deposit (cash_code, account_no) where account_no <> '';
