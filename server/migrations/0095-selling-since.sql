-- Since when an administrator lets somebody sell; null for whoever sold before this was kept.
alter table member add column selling_since timestamptz;
