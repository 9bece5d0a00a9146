-- What a seller reads about the connection to its server. The last day is measured with the days, so that nobody counts attempts for a page.
alter table seller_quality
  add column day_success_basis_points integer,
  add column day_median_ms integer;
alter table seller_api add column rested_since timestamptz;
