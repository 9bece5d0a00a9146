-- What it guarded is guarded by the triggers of 0089. Dropped here, since a plain drop waits for every reader of attempts while its
-- migration already holds all writers (decision 0050).
drop index concurrently if exists attempt_one_live;
