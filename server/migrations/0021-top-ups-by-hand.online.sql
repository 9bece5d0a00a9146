-- Top-ups of a member that administrators approved without a payment of the provider, for the comparison with the provider's record.
create index concurrently top_up_by_hand on top_up (member_id, approved_at) where how = 'admin' and channel <> 'transfer';
