-- Which operator's a mobile number is: by how it begins, the longest beginning first. Administrators change it, so it is rows, mirrored like
-- all that orders ask. That no two operators share a prefix is looked at under the mirror's lock by who writes them.
create table operator (
  -- Stored with brands and never renamed.
  code text primary key check (code ~ '^[A-Z0-9]{2,10}$'),
  name text not null unique,
  prefixes text[] not null check (cardinality(prefixes) > 0),
  updated_at timestamptz not null default now(),
  version bigint not null default 0
);
create trigger mirror_bump before insert or update on operator for each statement execute function bump_mirror_clock();
create trigger mirror_stamp before insert or update on operator for each row execute function stamp_mirror_version();

-- XL, Axis and Smartfren are one company since 2025, but each still has its own numbers, pulsa and packages.
insert into operator (code, name, prefixes) values
  ('TSEL', 'Telkomsel', '{0811,0812,0813,0821,0822,0823,0851,0852,0853}'),
  ('BYU', 'by.U', '{085154,085155,085156,085157,085158}'),
  ('ISAT', 'Indosat (IM3)', '{0814,0815,0816,0855,0856,0857,0858}'),
  ('XL', 'XL', '{0817,0818,0819,0859,0877,0878}'),
  ('AXIS', 'Axis', '{0831,0832,0833,0837,0838}'),
  ('TRI', 'Tri', '{0895,0896,0897,0898,0899}'),
  ('SMART', 'Smartfren', '{0881,0882,0883,0884,0885,0886,0887,0888,0889}');

alter table brand add constraint brand_operator_fkey foreign key (operator) references operator;
