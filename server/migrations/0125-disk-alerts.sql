-- Disk space that runs out stops the books and the pictures alike.
alter table health_alert drop constraint health_alert_matter_check;
alter table health_alert add constraint health_alert_matter_check check (
  matter in (
    'orders', 'purchases', 'seller', 'callbacks', 'messages', 'jobs', 'jobs_failed', 'bankfeed', 'books', 'books_late', 'jabber', 'jabber_gap',
    'jabber_no_archive', 'push', 'disk'
  )
);
