-- Brand groups are changed by administrators, of whom the second is told that the first was there.
alter table brand_group add column updated_at timestamptz not null default now();
