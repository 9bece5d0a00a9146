-- What passes by is told as well: disturbances, cut-off windows, stock, and whole shops, which are one row and not one of each offer.
alter table offer_change
  alter column offer_id drop not null,
  add column seller_id bigint references member,
  drop constraint offer_change_kind_check,
  add constraint offer_change_kind_check check (kind in (
    'price', 'open', 'closed', 'removed', 'special',
    'disturbed', 'restored', 'cut_off', 'cut_off_over', 'sold_out', 'in_stock', 'shop_open', 'shop_closed'
  )),
  add constraint offer_change_of_offer_or_shop check (
    (offer_id is null) = (kind in ('shop_open', 'shop_closed')) and (seller_id is null) = (offer_id is not null)
  );
create index offer_change_shop on offer_change (seller_id, id) where seller_id is not null;

-- Offers of which buyers were told that they are in their cut-off or sold out.
create table offer_pause (
  offer_id bigint not null references offer,
  kind text not null check (kind in ('cut_off', 'sold_out')),
  since timestamptz not null default now(),
  primary key (offer_id, kind)
);
create index offer_with_cutoff on offer (id) where cutoff_from is not null and archived_at is null;
