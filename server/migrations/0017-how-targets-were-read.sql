-- How the target of an order was read, so that the same order under the same reference stays the same when its brand reads
-- targets in another way. Null for older purchases.
alter table purchase add column target_kind text;
