-- An address is proved once per member and origin (scheme, host and port) before anything but a challenge is sent there. Meanwhile
-- deliveries are held: state 3, out of the indexes of the queue.
create table callback_origin (
  member_id bigint not null references member,
  origin text not null,
  -- The newest address of this origin that was named; challenges go there.
  url text not null,
  -- Of the newest challenge.
  token_hash bytea,
  asked_at timestamptz,
  proved_at timestamptz,
  -- When a letter said that deliveries wait.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (member_id, origin)
);

alter table delivery drop constraint delivery_state_check;
alter table delivery
  add column held_origin text,
  add constraint delivery_state_check check (state in (0, 1, 2, 3)), -- 0 waiting, 1 delivered, 2 given up, 3 held
  add constraint delivery_held_check check ((state = 3) = (held_origin is not null));
create index delivery_held on delivery (member_id, held_origin) where state = 3;

-- Who took a callback before is proved. What cannot be read here as the program reads it (names in other letters) is asked again.
create function pg_temp.origin_of(url text) returns text language sql immutable as $$
  select regexp_replace(lower(substring(url from '(?i)^https?://[^/?#\\@]+(?=[/?#]|$)')), '^(http://.*):80$|^(https://.*):443$', '\1\2')
$$;
insert into callback_origin (member_id, origin, url, proved_at)
select member_id, origin, max(url), now()
from (select distinct member_id, url, pg_temp.origin_of(url) as origin from delivery where state = 1) taken
where origin is not null and exists (select from member where id = member_id)
group by member_id, origin;
insert into callback_origin (member_id, origin, url)
select id, pg_temp.origin_of(callback_url), callback_url from member where pg_temp.origin_of(callback_url) is not null
on conflict do nothing;
