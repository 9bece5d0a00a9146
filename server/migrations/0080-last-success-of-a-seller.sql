-- The newest success of a seller, which its page asks for every few seconds, however many of its orders failed since.
create index attempt_succeeded on attempt (seller_id, updated_at) where state = 4;
