-- Who bought from a seller, in days that were summed: sellers look among these, and the newest purchases, for buyers they know.
create table customer (
  seller_id bigint not null,
  buyer_id bigint not null,
  primary key (seller_id, buyer_id)
);
insert into customer select distinct seller_id, buyer_id from purchase_day;

-- Whom a seller found by a whole e-mail or phone, and when: somebody whose address it was given.
create table buyer_found (
  seller_id bigint not null references member,
  member_id bigint not null references member,
  at timestamptz not null default now(),
  primary key (seller_id, member_id)
);
