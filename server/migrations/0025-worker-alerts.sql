-- Alerts about workers that do not live, and about a restore that waits for confirmation. Every row that is there has one of the old matters.
alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (matter in ('restore', 'workers', 'orders', 'purchases', 'seller', 'callbacks',
  'messages', 'jobs', 'jobs_failed', 'bankfeed', 'jabber', 'jabber_gap', 'jabber_no_archive', 'push', 'disk', 'books', 'books_late')) not valid;
