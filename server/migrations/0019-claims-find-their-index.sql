-- Claims look for what is due of a seller by this index, and can by no other of live attempts: `state < 4` does not prove the
-- condition of attempt_one_live. Where it did, a planner that believed that nothing was live (analysed at a quiet moment) took that
-- one, and read all live attempts once for each seller.
drop index attempt_due;
create index attempt_due on attempt (seller_id, due_at) where state < 4;
