-- Whom an administrator shut out, and how it was before; gone once it is let in again.
create table member_block (
  member_id bigint primary key references member (id),
  status smallint not null check (status > 0),
  shop_open boolean not null,
  reason text not null check (reason <> ''),
  blocked_by bigint not null references member (id),
  at timestamptz not null default now()
);

-- What opens an account, or makes an administrator, is changed by two of them.
alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check check (
    kind in ('purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'ticket.decide', 'payment_method.change', 'member.change')
  );
