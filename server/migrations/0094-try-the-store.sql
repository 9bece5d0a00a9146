-- The store of pictures is tried like every other adapter.
alter table adapter_test drop constraint adapter_test_adapter_check;
alter table adapter_test add constraint adapter_test_adapter_check check (
  adapter in ('mail', 'whatsapp', 'gateway', 'disbursement', 'bankfeed', 'nameinquiry', 'store', 'google', 'facebook')
);
