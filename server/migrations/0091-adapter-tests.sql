-- What whoever tried an adapter was answered.
create table adapter_test (
  id bigint generated always as identity primary key,
  adapter text not null check (
    adapter in ('mail', 'whatsapp', 'gateway', 'disbursement', 'bankfeed', 'nameinquiry', 'google', 'facebook')
  ),
  ok boolean not null,
  said text not null,
  member_id bigint not null references member,
  at timestamptz not null default now()
);
create index adapter_test_of on adapter_test (adapter, ok, id);
create trigger adapter_test_append_only before update or delete or truncate on adapter_test for each statement execute function refuse_change();
