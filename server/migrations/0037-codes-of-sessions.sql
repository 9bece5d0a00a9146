-- A code that proves who sits at a session belongs to that session; null for every other purpose. No reference: what was sent is counted
-- for a day, whatever ends meanwhile.
alter table otp add column session_id bigint;
