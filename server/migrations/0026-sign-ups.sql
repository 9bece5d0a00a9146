-- Each sign-up keeps what it chose by itself until the mail that belongs to it is answered with its password.
create table sign_up (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  name text not null,
  phone text,
  password_hash text not null,
  -- From where, and which terms were accepted with the form.
  address text,
  terms_id bigint references terms,
  created_at timestamptz not null default now()
);
create index sign_up_member on sign_up (member_id);

insert into sign_up (member_id, name, phone, password_hash, address, terms_id, created_at)
select member.id, name, phone, password_hash, accepted.address, accepted.terms_id, coalesce(accepted.accepted_at, member.created_at)
from member left join lateral (
  select * from terms_acceptance where member_id = member.id order by terms_id desc limit 1
) accepted on true
where not activated;

delete from terms_acceptance using member where member.id = member_id and not activated;

alter table mailed_token add column sign_up_id bigint references sign_up on delete cascade;
update mailed_token set sign_up_id = sign_up.id from sign_up where sign_up.member_id = mailed_token.member_id and purpose = 'activate';
delete from mailed_token where purpose = 'activate' and sign_up_id is null;
alter table mailed_token add constraint mailed_token_activates check ((purpose = 'activate') = (sign_up_id is not null));
create index mailed_token_sign_up on mailed_token (sign_up_id);
