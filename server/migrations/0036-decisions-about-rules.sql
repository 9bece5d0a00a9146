-- Rules have names, and no price.
alter table pending_decision
  drop constraint pending_decision_kind_check,
  add constraint pending_decision_kind_check check (kind in ('purchase.force', 'setting.change')),
  alter column amount drop not null;
alter table pending_decision rename column subject_id to subject;
alter table pending_decision alter column subject type text using subject::text;

-- What one administrator decided alone, or was about to, within a day: the sum of it has a limit.
create table alone_decision (
  member_id bigint not null references member,
  purchase_id bigint not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null default now(),
  primary key (member_id, purchase_id)
);
