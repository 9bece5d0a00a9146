-- What is swept of one kind of notice is found without those of all others, which may stay longer (decision 0050).
create index concurrently notice_of_age on notice (kind, told_at);
drop index concurrently if exists notice_old;
