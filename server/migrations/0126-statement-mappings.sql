-- What administrators said of the columns of a bank's file whose head no program knows (docs/decisions/0084-columns-that-an-administrator-names.md). The newest counts.
create table statement_mapping (
  id bigint generated always as identity primary key,
  bank_code text not null references house_account (code),
  columns text[] not null,
  roles text[] not null check (cardinality(roles) = cardinality(columns)),
  number text not null check (number in ('dot', 'comma')),
  created_by bigint not null references member,
  created_at timestamptz not null default now()
);
create index statement_mapping_of_bank on statement_mapping (bank_code, id);
create trigger statement_mapping_append_only before update or delete or truncate on statement_mapping for each statement execute function refuse_change();
