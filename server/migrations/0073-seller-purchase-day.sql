-- What a summed day was at each seller, so that an administrator's dashboard reads a row per seller and day. `ended` and `succeeded`
-- count its tries, `sold` and `amount` what stayed sold. Days that are summed already follow in 0088.
create table seller_purchase_day (
  day date not null,
  seller_id bigint not null,
  ended bigint not null,
  succeeded bigint not null,
  sold bigint not null,
  amount bigint not null,
  primary key (day, seller_id)
);
