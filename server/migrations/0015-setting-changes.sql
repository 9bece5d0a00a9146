-- Every change of a setting, for ever: who made which rule out of which, when and why.
create table setting_change (
  id bigint generated always as identity primary key,
  name text not null,
  before jsonb not null,
  after jsonb not null,
  member_id bigint not null references member,
  reason text not null check (reason <> ''),
  at timestamptz not null default now()
);
create index setting_change_name on setting_change (name, id);
create trigger setting_change_append_only before update or delete or truncate on setting_change for each statement execute function refuse_change();

-- One row held both parts of the fee.
insert into setting (name, value) select 'sale.feeFlat', value -> 'flat' from setting where name = 'sale_fee';
insert into setting (name, value) select 'sale.feeBasisPoints', value -> 'basisPoints' from setting where name = 'sale_fee';
delete from setting where name = 'sale_fee';
