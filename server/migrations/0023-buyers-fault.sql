-- A number that does not exist says nothing about the seller that was asked to fill it.
alter table attempt add column buyers_fault boolean not null default false;
