-- In the place of one dispute per purchase.
create unique index concurrently dispute_of_each_kind on dispute (purchase_id, kind);
create unique index concurrently dispute_one_runs on dispute (purchase_id) where state in (0, 1);
