-- When the owner of a session last proved who it is. What a thief of the session would want asks for a fresh one.
create table session_proof (
  token_hash bytea primary key references session on delete cascade,
  way text not null check (way in ('sign_in', 'password', 'pin', 'code', 'mail')),
  proved_at timestamptz not null default now()
);

alter table otp drop constraint otp_purpose_check;
alter table otp add constraint otp_purpose_check check (purpose in ('phone', 'confirm', 'cash_out', 'jabber', 'bank', 'proof'));
