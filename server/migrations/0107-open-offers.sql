-- What a buyer's list says nothing about is ordered on the page at the cheapest open offer, unless the buyer does not want that.
alter table member add column open_offers boolean not null default true;
