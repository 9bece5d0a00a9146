-- Since this migration, the number that a ticket keeps of what its administrator confirmed is that of the ticket that was credited last: money is also
-- given to older tickets. Before, it was the highest number. `ledger:check` compares accordingly.
comment on column top_up.beside is 'Of the tickets with other credited money that the administrator confirmed, the one credited last';
