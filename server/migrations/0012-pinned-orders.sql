-- An order from a card goes to that seller or to none: its offer never changes, and nothing fails over.
alter table purchase add column pinned boolean not null default false;

-- Price changes are told by offer and shown by buyer, archived places in lists included.
create index mapping_offer on mapping (offer_id);
create index mapping_buyer on mapping (buyer_id, offer_id);
-- What a buyer's own special price was when something changed is told by its next change.
create index offer_change_buyer on offer_change (offer_id, buyer_id, id) where buyer_id is not null;
create index special_price_buyer on special_price (buyer_id);
