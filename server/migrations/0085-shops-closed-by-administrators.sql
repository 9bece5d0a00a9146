-- A shop that an administrator closed stays so until an administrator opens it; without a row its seller opens and closes it.
create table shop_closure (
  seller_id bigint primary key references member,
  reason text not null,
  closed_by bigint not null references member,
  closed_at timestamptz not null default now()
);
