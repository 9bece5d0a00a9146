-- Money that had waited is in one ticket, and a ticket is of one such row.
create unique index unmatched_found_once on unmatched_money (deposit_id) where deposit_id is not null;
