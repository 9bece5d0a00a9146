-- Who was shut out by one administrator alone still counts as that one's second for some days, so that nobody becomes alone by doing it.
create table shut_out_administrator (
  member_id bigint primary key references member,
  shut_out_by bigint not null references member,
  shut_out_at timestamptz not null default now()
);
