-- Claims find what is due to hosts that have places behind the queue of one that has none. The expression is that of
-- server/src/features/callbacks/queue.ts.
create index delivery_host on delivery (lower(split_part(translate(url, '?#', '//'), '/', 3)), due_at) where state = 0;
