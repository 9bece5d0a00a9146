-- A checkpoint saves adding up and says nothing of its own: of days long past one each is enough. Whoever changed one would be found by the
-- proof of the books.
drop trigger account_checkpoint_append_only on account_checkpoint;
