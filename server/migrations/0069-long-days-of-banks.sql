-- Of a day with more differences of one kind than are listed at a time, how many are not.
alter table compared_bank_day add column left_out integer not null default 0 check (left_out >= 0);
