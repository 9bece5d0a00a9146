-- Every sending of documents as it was. Those by which somebody became a seller are evidence, whatever the member sends after them.
create table seller_document (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  ktp text not null,
  npwp text,
  sent_at timestamptz not null default now()
);
create index seller_document_of_member on seller_document (member_id, id desc);
create index seller_document_by_time on seller_document (sent_at);

insert into seller_document (member_id, ktp, npwp, sent_at)
select id, ktp, npwp, coalesce(documents_sent_at, updated_at) from member where ktp is not null and admin_confirmation > 0;

-- Nobody changes one. A setting says when they go; never before a year, whoever asks.
create function keep_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.sent_at < now() - interval '365 days' then return old; end if;
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;
create trigger seller_document_kept before update or delete on seller_document for each row execute function keep_document();
create trigger seller_document_not_emptied before truncate on seller_document for each statement execute function keep_document();
