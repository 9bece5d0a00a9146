-- What a member owes is taken from its balance before anything of it leaves, and when money comes back into it that was on its way out.
alter type ledger_event add value 'debt.settled';

create table debt_settlement (
  id bigint generated always as identity primary key,
  seller_id bigint not null references member,
  amount bigint not null check (amount > 0),
  -- What was about to leave, or came back, or ended.
  cause text not null check (cause in ('cash_out', 'cash_out_back', 'selling_ended', 'account_shut')),
  created_at timestamptz not null default now()
);
create index debt_settlement_of_seller on debt_settlement (seller_id);
create trigger debt_settlement_append_only before update or delete or truncate on debt_settlement for each statement execute function refuse_change();
